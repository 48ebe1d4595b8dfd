// Makes, checks and restores backups. Runs on PostgreSQL by DATABASE_URL, or on the embedded database in DATA_DIR while
// the server is stopped.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createBackupKey, readIdentity } from "../apps/server/src/platform/backups/encryption.ts";
import { BackupError } from "../apps/server/src/platform/backups/format.ts";
import { type Config, loadConfig } from "../apps/server/src/platform/config.ts";
import { keepFilesPrivate } from "../apps/server/src/platform/database/data-folder.ts";
import { runCommandLine } from "./command.ts";

const usage = `Usage:
  npm run backup -- key                       prints a new pair of keys: BACKUP_RECIPIENT and BACKUP_IDENTITY
  npm run backup -- make <folder>             writes a backup, encrypted to BACKUP_RECIPIENT
  npm run backup -- verify <file>             reads a backup with BACKUP_IDENTITY and compares it with its manifest
  npm run backup -- drill <file>              restores it into a place of its own, compares, and deletes that place
  npm run backup -- restore <file>            restores it into an empty DATA_DIR, database and bucket
  npm run backup -- leavers <folder>          destroys again the accounts that left after the backup was made
  npm run backup -- prune <folder> --keep <n> deletes all backups but the newest n, which must have been drilled`;

/** Reads the configuration; without the secret key, one would be created that fits no backup. */
function loadSite(): Config {
  const file = join(resolve(process.env.DATA_DIR ?? "./data"), "secret.key");
  if (!process.env.SECRET_KEY && !existsSync(file))
    throw new BackupError(`Set SECRET_KEY, or put the site's key into ${file}.`);
  return loadConfig(process.env);
}

async function make(folder: string): Promise<string> {
  const { makeBackup } = await import("../apps/server/src/platform/backups/make.ts");
  const { version } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  ) as { version: string };
  return makeBackup(loadSite(), folder, process.env.BACKUP_RECIPIENT, version);
}

async function verify(file: string): Promise<string> {
  const { readArchive } = await import("../apps/server/src/platform/backups/archive.ts");
  const { made_at, release, tables } = await readArchive(
    file,
    readIdentity(process.env.BACKUP_IDENTITY),
  );
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `${file} is whole: made at ${made_at} by release ${release}, ${rows} rows.`;
}

const drilledEnding = ".drilled";

async function drill(file: string): Promise<string> {
  const { drillBackup } = await import("../apps/server/src/platform/backups/restore.ts");
  const identity = readIdentity(process.env.BACKUP_IDENTITY);
  // An earlier success says nothing about what the file is now.
  rmSync(`${file}${drilledEnding}`, { force: true });
  const comparisons = await drillBackup(file, identity, process.env.DATABASE_URL);
  const lines = comparisons.map(({ name, saved, restored }) =>
    saved === restored ? `equal    ${name}  ${saved}` : `DIFFERS  ${name}  ${saved} | ${restored}`,
  );
  const text = `${lines.join("\n")}\n`;
  const count = lines.filter((line) => line.startsWith("DIFFERS")).length;
  if (count > 0) throw new BackupError(`${text}${count} of ${lines.length} differ.`);
  writeFileSync(`${file}${drilledEnding}`, text);
  return `${text}All ${lines.length} are equal.`;
}

async function restore(file: string): Promise<string> {
  const { restoreBackup } = await import("../apps/server/src/platform/backups/restore.ts");
  const { createSecrets } = await import("../apps/server/src/platform/identity/secrets.ts");
  const site = loadSite();
  const key_check = createSecrets(site.secret_key).deriveBackupKeyCheck();
  const identity = readIdentity(process.env.BACKUP_IDENTITY);
  const comparisons = await restoreBackup(file, identity, site, key_check);
  return `Restored; all ${comparisons.length} checksums are equal. Before you start the server, run: npm run backup -- leavers <folder>`;
}

async function destroyLeavers(folder: string): Promise<string> {
  const { openDatabase, runWithoutTimeouts } = await import(
    "../apps/server/src/platform/database/db.ts"
  );
  const { migrate } = await import("../apps/server/src/platform/database/migrate.ts");
  const { listFiles } = await import("../apps/server/src/platform/backups/files.ts");
  const { createLogger } = await import("../apps/server/src/platform/observability/log.ts");
  const { createServices } = await import("../apps/server/src/app.ts");
  const { createPayments } = await import(
    "../apps/server/src/features/billing/providers/payments.ts"
  );
  const { destroyLeaversAgain } = await import(
    "../apps/server/src/features/leaving/commands/destroy.ts"
  );
  requireFolder(folder);
  const tags = new Set<string>();
  for await (const { file } of listFiles(folder, "")) tags.add(basename(file));
  const config = loadSite();
  const database = await openDatabase(config);
  try {
    await runWithoutTimeouts(config, database, migrate);
    const services = await createServices(config, database, createLogger("silent"));
    try {
      const payments = createPayments(config.payment);
      const count = await destroyLeaversAgain(services, payments, tags);
      return `${count} accounts were destroyed again; their content is deleted when the server runs.`;
    } finally {
      await services.bus.close();
    }
  } finally {
    await database.close();
  }
}

function requireFolder(folder: string): void {
  if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}.`);
}

/** Deletes old backups, if the newer ones are known to work. */
export function pruneBackups(folder: string, keep: number): string[] {
  requireFolder(folder);
  const names = readdirSync(folder).filter((name) => /^toibako-\d{8}T\d{6}Z\.backup$/.test(name));
  const newest = names.sort().reverse();
  const untried = newest
    .slice(0, keep)
    .find((name) => !existsSync(join(folder, name + drilledEnding)));
  if (untried !== undefined)
    throw new BackupError(`Nothing is deleted, because ${untried} has not been drilled.`);
  const old = newest.slice(keep);
  for (const name of old) {
    rmSync(join(folder, name));
    rmSync(join(folder, name + drilledEnding), { force: true });
  }
  return old;
}

async function prune(folder: string, option: string, count: string): Promise<string> {
  if (option !== "--keep" || !/^[1-9]\d*$/.test(count)) throw new BackupError(usage);
  const deleted = pruneBackups(folder, Number(count));
  return deleted.length > 0 ? `Deleted ${deleted.join(", ")}.` : "There is nothing to delete.";
}

async function printKey(): Promise<string> {
  const { identity, recipient } = await createBackupKey();
  return `BACKUP_RECIPIENT=${recipient}\nBACKUP_IDENTITY=${identity}`;
}

/** The commands, by name, each with the number of its words. */
const commands: Record<string, { words: number; run: (...words: string[]) => Promise<string> }> = {
  key: { words: 0, run: printKey },
  make: { words: 1, run: (folder = "") => make(folder) },
  verify: { words: 1, run: (file = "") => verify(file) },
  drill: { words: 1, run: (file = "") => drill(file) },
  restore: { words: 1, run: (file = "") => restore(file) },
  leavers: { words: 1, run: (folder = "") => destroyLeavers(folder) },
  prune: { words: 3, run: (folder = "", option = "", count = "") => prune(folder, option, count) },
};

async function run([name = "", ...words]: readonly string[]): Promise<string> {
  const command = commands[name];
  if (command?.words !== words.length || words.includes("")) throw new BackupError(usage);
  keepFilesPrivate();
  return command.run(...words);
}

if (import.meta.main) {
  runCommandLine(run);
}
