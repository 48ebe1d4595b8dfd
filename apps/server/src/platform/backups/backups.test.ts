import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { startS3 } from "@toibako/sandbox/s3.ts";
import pg from "pg";
import { extract as createExtract, pack as createPack } from "tar-stream";
import { afterAll, expect, inject, onTestFinished, test, vi } from "vitest";
import type { Database } from "#platform/database/db.ts";
import { openDatabase } from "#platform/database/db.ts";
import { openDatabaseFolder } from "#platform/database/db-embedded.ts";
import { openPool } from "#platform/database/db-pool.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { readS3 } from "#platform/storage/s3-config.ts";
import { openTestDatabase } from "#platform/testing/database.ts";
import { storeCase, storeProviderAndFactors, talkWith } from "#platform/testing/full-account.ts";
import { openSite } from "#platform/testing/site.ts";
import { readArchive } from "./archive.ts";
import type { Place } from "./drafts.ts";
import { createBackupKey, createEncrypter, decryptFile, readIdentity } from "./encryption.ts";
import { makeBackup } from "./make.ts";
import { drillBackup, restoreBackup } from "./restore.ts";

const template = inject("template");
const folder = mkdtempSync(join(tmpdir(), "toibako-backups-"));
const data_dir = join(folder, "data");
mkdirSync(data_dir);
let database_url: string | undefined;

/** Opens a database that a backup can read after it is closed: in the data folder, or on the server. */
async function openSavedDatabase(): Promise<Database> {
  if (template.engine === "postgres")
    return openTestDatabase((url) => {
      database_url = url;
      return openPool(url);
    });
  const dataDir = join(data_dir, "database");
  cpSync(template.folder, dataDir, { recursive: true });
  return openDatabaseFolder(dataDir);
}

/** Makes a site with an account that has something in many tables, and saves it. */
async function saveSite() {
  const database = await openSavedDatabase();
  let close = database.close;
  const site = await openSite(
    { data_dir, s3: undefined },
    { database: { ...database, close: () => close() } },
  );
  const { services } = site;
  const hana = await site.registerPerson("hana");
  const mei = await site.registerPerson("mei");
  await site.askQuestion(mei, "hana", "しるし");
  const marks = { account: "hana", other_account: "mei", message: "しるし" };
  await talkWith(services, hana, mei, marks);
  await services.jobs.drain();
  await storeCase(services, "hana");
  await storeProviderAndFactors(services, "hana", {
    provider_subject: "subject",
    provider_name: "name",
    passkey_name: "key",
  });
  await services.storage.write("icons/picture.png", Buffer.from("picture"));
  await services.storage.write("archives/left-out.zip", Buffer.from("archive"));
  await close();
  close = async () => undefined;
  const { identity, recipient } = await createBackupKey();
  const { secret_key } = services.config;
  const saved = { data_dir, database_url, secret_key, s3: undefined };
  const file = await makeBackup(saved, join(folder, "backups"), recipient, "1.2.3");
  const key_check = services.secrets.deriveBackupKeyCheck();
  return { file, identity, recipient, key_check, secret_key, saved };
}

const backup = await saveSite();
const { file, identity, recipient } = backup;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An empty place: a folder, and a new database if the backup is of a server. */
async function createPlace(): Promise<Place> {
  const data_dir = mkdtempSync(join(folder, "place-"));
  if (template.engine === "pglite") return { data_dir, database_url: undefined, s3: undefined };
  const name = `${template.name}_${createPublicId().replace(/\W/g, "_").toLowerCase()}`;
  const admin = new pg.Client(template.url);
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  await admin.end();
  const url = new URL(template.url);
  url.pathname = `/${name}`;
  return { data_dir, database_url: url.href, s3: undefined };
}

const restoreInto = (place: Place, from = file) =>
  restoreBackup(from, identity, place, backup.key_check);

/** Writes a copy of the backup in which `change` has changed entries, encrypted to the same key. */
async function forge(change: (path: string, content: Buffer) => Buffer): Promise<string> {
  const extract = createExtract();
  const pack = createPack();
  const copyEntries = async () => {
    for await (const entry of extract) {
      const content = change(entry.header.name, await buffer(entry as AsyncIterable<Uint8Array>));
      pack.entry({ ...entry.header, size: content.length }, content);
    }
    pack.finalize();
  };
  const plain = Readable.toWeb(Readable.from(pack)) as ReadableStream<Uint8Array>;
  const encrypted = await createEncrypter(recipient).encrypt(plain);
  const [forged] = await Promise.all([
    buffer(encrypted as unknown as AsyncIterable<Uint8Array>),
    pipeline(await decryptFile(file, identity), extract),
    copyEntries(),
  ]);
  return writeCopy(forged);
}

function writeCopy(content: Uint8Array): string {
  const copy = join(folder, `${createPublicId()}.backup`);
  writeFileSync(copy, content);
  return copy;
}

const flipByte = (content: Buffer, position: number) => {
  const copy = Buffer.from(content);
  copy[position] = (copy[position] ?? 0) ^ 1;
  return copy;
};

const editJson = (content: Buffer, change: object) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), ...change }));

const changeHead = (change: object) =>
  forge((path, content) => (path.endsWith(".json") ? editJson(content, change) : content));

const place = await createPlace();

test("OPS-02 a restored backup has the same rows, files and checksums", async () => {
  const comparisons = await restoreInto(place);
  expect(comparisons.filter(({ saved, restored }) => saved !== restored)).toEqual([]);
  const names = comparisons.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["storage", "public.users", "audit_head"]));
  expect(names).toContain("ledger_sum");
  expect(readFileSync(join(place.data_dir, "storage/icons/picture.png"), "utf8")).toBe("picture");
  expect(readdirSync(join(place.data_dir, "storage"))).not.toContain("archives");
  const { db, close } = await openDatabase(place);
  const rows = await db.query("select account from users order by account");
  await close();
  expect(rows).toEqual([{ account: "hana" }, { account: "mei" }]);
});

test("OPS-02 a drill, here of an older release, compares everything and leaves nothing behind", async () => {
  const older = await changeHead({ migrations: 1 });
  const temporary = mkdtempSync(join(folder, "temporary-"));
  vi.stubEnv("TMPDIR", temporary);
  const comparisons = await drillBackup(older, identity, database_url);
  vi.unstubAllEnvs();
  expect(comparisons.length).toBeGreaterThan(50);
  expect(comparisons.filter(({ saved, restored }) => saved !== restored)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
  if (!database_url) return;
  const { db, close } = await openPool(database_url);
  const drills = `select datname from pg_database
    where datname like left(current_database(), 39) || '_drill_%'`;
  const found = await db.query(drills);
  await close();
  expect(found).toEqual([]);
});

test("OPS-02 a changed byte of the encrypted file is found wherever it is", async () => {
  const content = readFileSync(file);
  for (const position of [5, 150, 300, content.length >> 1, content.length - 1]) {
    const changed = writeCopy(flipByte(content, position));
    await expect(readArchive(changed, identity), String(position)).rejects.toThrow("damaged");
  }
});

test("OPS-02 a truncated backup is refused", async () => {
  const content = readFileSync(file);
  for (const length of [0, 100, 65_536 * 2, content.length >> 1, content.length - 1]) {
    const truncated = writeCopy(content.subarray(0, length));
    await expect(readArchive(truncated, identity), String(length)).rejects.toThrow("damaged");
  }
});

test("OPS-02 a changed byte of each section is found, although the encryption is valid", async () => {
  const isChanged = { database: false, storage: false };
  for (const section of ["database", "storage"] as const) {
    const forged = await forge((path, content) => {
      if (isChanged[section] || !path.startsWith(`${section}/`) || content.length === 0)
        return content;
      isChanged[section] = true;
      return flipByte(content, content.length >> 1);
    });
    await expect(readArchive(forged, identity)).rejects.toThrow("differs from its manifest");
  }
  const forged = await forge((path, content) =>
    path === "about.json" ? editJson(content, { made_at: "2020-01-01T00:00:00.000Z" }) : content,
  );
  await expect(readArchive(forged, identity)).rejects.toThrow("differs from its manifest");
  expect(isChanged).toEqual({ database: true, storage: true });
});

test("OPS-02 what is restored is compared with the manifest, and a difference leaves no site", async () => {
  const forged = await forge((path, content) => {
    if (path !== "manifest.json") return content;
    const { tables } = JSON.parse(content.toString());
    return editJson(content, { tables: { ...tables, "public.users": { rows: 3, checksum: "1" } } });
  });
  const empty = await createPlace();
  await expect(restoreInto(empty, forged)).rejects.toThrow("public.users differs from the backup.");
  const names = readdirSync(empty.data_dir).filter((name) => name !== "lock.sqlite");
  expect(names).toEqual([]);
});

test("OPS-02 a backup of a newer format or release is refused", async () => {
  const empty = await createPlace();
  const newerFormat = await changeHead({ format: 2 });
  await expect(restoreInto(empty, newerFormat)).rejects.toThrow("has format 2");
  const newerRelease = await changeHead({ migrations: 9_999, release: "9.0.0" });
  await expect(restoreInto(empty, newerRelease)).rejects.toThrow("newer release (9.0.0)");
});

test("OPS-02 another key opens nothing", async () => {
  const other = await createBackupKey();
  await expect(readArchive(file, other.identity)).rejects.toThrow("does not open");
  const empty = await createPlace();
  await expect(restoreBackup(file, identity, empty, "other")).rejects.toThrow("SECRET_KEY");
  expect(readdirSync(empty.data_dir)).toEqual([]);
});

test("OPS-02 a place with a database or with files is refused", async () => {
  const refusal = place.database_url ? "exists already" : "has a database already";
  await expect(restoreInto(place)).rejects.toThrow(refusal);
  const other = await createPlace();
  const { data_dir } = place;
  await expect(restoreInto({ ...other, data_dir })).rejects.toThrow(refusal);
  if (!place.database_url) return;
  const emptyFolder = { ...place, data_dir: other.data_dir };
  await expect(restoreInto(emptyFolder)).rejects.toThrow("is not empty");
});

test("OPS-02 the secret key is not in a backup", async () => {
  const content = await buffer(await decryptFile(file, identity));
  const { secret_key } = backup;
  expect(content.includes("picture")).toBe(true);
  expect(content.includes(secret_key)).toBe(false);
  expect(content.includes(secret_key.toString("base64url"))).toBe(false);
  expect(content.includes(secret_key.toString("hex"))).toBe(false);
  expect(content.includes(Buffer.from(secret_key.toString(), "base64url"))).toBe(false);
});

test("OPS-02 a failed backup leaves no file, and without a public key none is made", async () => {
  const failed = join(folder, "failed");
  const make = (key: string | undefined) => makeBackup(backup.saved, failed, key, "1.2.3");
  await expect(make(undefined)).rejects.toThrow("BACKUP_RECIPIENT is not set");
  const empty = { ...backup.saved, data_dir: join(folder, "nothing") };
  await expect(makeBackup(empty, failed, recipient, "1.2.3")).rejects.toThrow("no folder storage");
  await expect(make("age1other")).rejects.toThrow("BACKUP_RECIPIENT is no public key");
  // `pages` is read last, when the file has been begun.
  const broken = { ...backup.saved, data_dir: join(folder, "broken") };
  cpSync(data_dir, broken.data_dir, { recursive: true });
  writeFileSync(join(broken.data_dir, "pages"), "");
  await expect(makeBackup(broken, failed, recipient, "1.2.3")).rejects.toThrow("ENOTDIR");
  expect(readdirSync(failed)).toEqual([]);
  if (!database_url) return;
  vi.stubEnv("PATH", folder);
  await expect(make(recipient)).rejects.toThrow("pg_dump is missing");
  vi.unstubAllEnvs();
  expect(readdirSync(failed)).toEqual([]);
});

test("OPS-02 the files of a bucket are saved, and restored into another empty one or into a folder", async () => {
  const [saved, target] = [await startS3(0, "old/site"), await startS3()];
  onTestFinished(async () => {
    await Promise.all([saved.close(), target.close()]);
  });
  const s3 = readS3(saved.environment);
  const { storage } = await openStorage({ s3, data_dir });
  const large = Buffer.alloc(6 * 1024 * 1024, "video");
  await storage.write("pictures/large.mp4", large);
  await storage.write("pictures/a-b.webp", Buffer.from("a"));
  await storage.write("pictures/a/b.webp", Buffer.from("b"));
  await storage.write("leavers/2026-11-29/tag", Buffer.alloc(0));
  await storage.write("imports/upload/0", Buffer.from("left out"));
  const made = await makeBackup({ ...backup.saved, s3 }, join(folder, "s3"), recipient, "1.2.3");
  const kept = ["leavers/2026-11-29/tag", "pictures/a-b.webp", "pictures/a/b.webp"];
  kept.push("pictures/large.mp4");

  const drilled = await drillBackup(made, identity, database_url);
  expect(drilled.filter(({ saved, restored }) => saved !== restored)).toEqual([]);
  expect(drilled.find(({ name }) => name === "storage")?.saved).toMatch(/^4 /);

  const bucket = { ...(await createPlace()), s3: readS3(target.environment) };
  await restoreInto(bucket, made);
  expect([...target.objects.keys()].sort()).toEqual(kept);
  expect(target.objects.get("pictures/large.mp4")?.content.equals(large)).toBe(true);
  const other = { ...(await createPlace()), s3: bucket.s3 };
  await expect(restoreInto(other, made)).rejects.toThrow("has leavers/2026-11-29/tag already");

  const local = await createPlace();
  await restoreInto(local, made);
  expect(readFileSync(join(local.data_dir, "storage/pictures/a/b.webp"), "utf8")).toBe("b");
});

test("OPS-02 a restore that fails leaves an empty bucket", async () => {
  const target = await startS3();
  onTestFinished(target.close);
  const forged = await forge((path, content) => {
    if (path !== "manifest.json") return content;
    const { tables } = JSON.parse(content.toString());
    return editJson(content, { tables: { ...tables, "public.users": { rows: 3, checksum: "1" } } });
  });
  const place = { ...(await createPlace()), s3: readS3(target.environment) };
  await expect(restoreInto(place, forged)).rejects.toThrow("public.users differs");
  expect(target.calls.get("PUT")).toBeGreaterThan(0);
  expect([...target.objects.keys()]).toEqual([]);
  target.fault = "SlowDown";
  await expect(restoreInto(place, file)).rejects.toThrow("SlowDown");
});

test("OPS-02 the secret key of backups is read from the variable or from a file", () => {
  const keyFile = join(folder, "key.txt");
  writeFileSync(keyFile, `# created today\n# public key: ${recipient}\n${identity}\n`);
  expect(readIdentity(identity)).toBe(identity);
  expect(readIdentity(keyFile)).toBe(identity);
  expect(() => readIdentity(undefined)).toThrow("BACKUP_IDENTITY is not set");
  expect(() => readIdentity(recipient)).toThrow("neither");
});
