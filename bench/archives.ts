// node bench/archives.ts [answers]: measures the time and the memory that it takes to make an archive
// and to import it into another account, with 100,000 answers by default. It needs PostgreSQL at
// DATABASE_URL, whose database must be empty.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { importPartBytes } from "@toibako/contract/archives/import.ts";
import { createServices } from "../apps/server/src/app.ts";
import {
  formatExportKey,
  startExport,
} from "../apps/server/src/features/archives/commands/exports.ts";
import { importArchive } from "../apps/server/src/features/archives/commands/import-archive.ts";
import { readSealedFile } from "../apps/server/src/features/archives/commands/sealed-files.ts";
import { startUpload, storePart } from "../apps/server/src/features/archives/commands/uploads.ts";
import { writeExport } from "../apps/server/src/features/archives/commands/write-export.ts";
import { createArchiveJobs } from "../apps/server/src/features/archives/jobs.ts";
import { findImport } from "../apps/server/src/features/archives/queries/imports.ts";
import { loadWordLists } from "../apps/server/src/features/filters/words.ts";
import { loadConfig } from "../apps/server/src/platform/config.ts";
import { openDatabase } from "../apps/server/src/platform/database/db.ts";
import { migrate } from "../apps/server/src/platform/database/migrate.ts";
import { createLogger } from "../apps/server/src/platform/observability/log.ts";

const answers = Number(process.argv[2] ?? 100_000);
const megabyte = 1024 * 1024;
const data_dir = mkdtempSync(join(tmpdir(), "toibako-archives-"));
const config = loadConfig({ ...process.env, DATA_DIR: data_dir });
const log = createLogger("warn");
const database = await openDatabase(config);
const { db } = database;
const services = createServices(config, database, log);
const filter = { wordLists: loadWordLists() };
await migrate(db);
await services.jobs.start(createArchiveJobs(services, filter), { isWorker: false });
await database.executeSql(`
  insert into users (id, account, displaying_name, locale, answers_count)
  values ('export', 'export', 'Export', 'ja', ${answers}), ('import', 'import', 'Import', 'ja', 0)`);
// The answers are about as long as those of the demo.
await database.executeSql(`
  with asked as (
    insert into questions (uuid_hash, receiver_pk, body, locale, asked_hour, is_answered, status)
    select 'q' || number, pk, number || '番目の質問です。最近うれしかったことは？', 'ja',
      date_trunc('hour', now() - number * interval '1 minute'), true, 'confirmed'
    from users, generate_series(1, ${answers}) number where account = 'export' returning pk, receiver_pk
  )
  insert into answers (id, question_pk, answerer_pk, text, answered_at)
  select 'a' || pk, pk, receiver_pk, repeat('ありがとう。考えておきますね。', 1 + (pk % 9)::int) || md5(pk::text),
    now() - pk * interval '1 minute'
  from asked order by pk desc`);

async function readRow<T>(sql: string): Promise<T> {
  return (await database.executeSql(sql)).rows[0] as T;
}

const findUser = async (account: string) =>
  Number((await readRow<{ pk: string }>(`select pk from users where account = '${account}'`)).pk);

/** Runs `work`, and prints how long it takes and how much memory the process uses. */
async function measure(name: string, work: () => Promise<void>): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  clearInterval(sampling);
  console.log(
    `${name} of ${answers} answers: ${seconds.toFixed(1)} s; memory ${(before / megabyte).toFixed(0)} MB before, ${(peak / megabyte).toFixed(0)} MB at most`,
  );
}

const exporter = await findUser("export");
await startExport(services, exporter);
const { run } = await readRow<{ run: number }>("select run from archive_exports");
await measure("export", () => writeExport(services, { user_pk: exporter, run }));
const { file_id, bytes } = await readRow<{ file_id: string; bytes: string }>(
  "select file_id, bytes from archive_exports",
);
console.log(`archive: ${(Number(bytes) / megabyte).toFixed(1)} MB`);

/** Uploads the finished archive to the other account. */
async function upload(user_pk: number): Promise<number> {
  const stored = await readSealedFile(services, formatExportKey(file_id));
  if (!stored) throw new Error("the archive is not there");
  const content = await buffer(stored);
  await startUpload(services, user_pk, { bytes: content.length, fingerprint: "bench" });
  for (let offset = 0; offset < content.length; offset += importPartBytes) {
    const part = content.subarray(offset, offset + importPartBytes);
    await storePart(services, user_pk, offset / importPartBytes, part);
  }
  return (await readRow<{ run: number }>("select run from archive_imports")).run;
}

const importer = await findUser("import");
// Measured twice: the second import finds that all answers are stored already.
for (const name of ["import", "second import"]) {
  const startedImport = { user_pk: importer, run: await upload(importer) };
  await measure(name, () => importArchive(services, filter, startedImport));
  const { status, brought_count, known_count } = await findImport(db, importer);
  console.log(`${status}: ${brought_count} brought along, ${known_count} already stored`);
}
await services.jobs.stop();
await services.bus.close();
await database.close();
rmSync(data_dir, { recursive: true });
