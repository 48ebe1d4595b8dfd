// Needs no test on PostgreSQL: it opens no database.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { startS3 } from "@toibako/sandbox/s3.ts";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { openFolder } from "./folder.ts";
import { openStorage } from "./open-storage.ts";
import { checkStore, openS3 } from "./s3.ts";
import { readS3, type S3Config } from "./s3-config.ts";

const folder = mkdtempSync(join(tmpdir(), "toibako-storage-"));
const sandbox = await startS3(0, "site/of/tests");
const config = readS3(sandbox.environment) as S3Config;
const s3 = openS3(config);
afterAll(async () => {
  s3.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  sandbox.fault = undefined;
});

const stores = { "a folder": openFolder(join(folder, "storage")), "a bucket": s3 };

describe.each(Object.entries(stores))("%s", (_, storage) => {
  test("a file is read as it was written last, until it is removed", async () => {
    expect(await storage.read("pictures/a.webp")).toBeUndefined();
    await storage.write("pictures/a.webp", Buffer.from("first"));
    await storage.write("pictures/a.webp", Buffer.from("second"));
    expect((await storage.read("pictures/a.webp"))?.toString()).toBe("second");
    await storage.remove("pictures/a.webp");
    await storage.remove("pictures/a.webp");
    expect(await storage.read("pictures/a.webp")).toBeUndefined();
  });

  test("an empty file is a file", async () => {
    await storage.write("leavers/2026-11-29/tag", Buffer.alloc(0));
    expect(await storage.read("leavers/2026-11-29/tag")).toEqual(Buffer.alloc(0));
    await storage.writeStream("leavers/2026-11-29/other", Readable.from([]));
    expect((await storage.list("leavers/2026-11-29")).sort()).toEqual(["other", "tag"]);
  });

  test("a stream of several parts is stored and read as a stream", async () => {
    const part = Buffer.alloc(1024 * 1024, "part");
    const content = Readable.from(Array.from({ length: 12 }, () => part));
    expect(await storage.readStream("archives/large.zip")).toBeUndefined();
    await storage.writeStream("archives/large.zip", content);
    const stream = (await storage.readStream("archives/large.zip")) ?? Readable.from([]);
    const stored = await buffer(stream);
    expect(stored.length).toBe(12 * part.length);
    expect(stored.subarray(-part.length).equals(part)).toBe(true);
  });

  test("a stream that fails leaves the former file, and its error is thrown", async () => {
    await storage.write("archives/kept.zip", Buffer.from("former"));
    async function* fail() {
      yield Buffer.alloc(11 * 1024 * 1024);
      throw new Error("the archive can't be written");
    }
    const writing = storage.writeStream("archives/kept.zip", Readable.from(fail()));
    await expect(writing).rejects.toThrow("the archive can't be written");
    expect((await storage.read("archives/kept.zip"))?.toString()).toBe("former");
    expect(sandbox.uploads.size).toBe(0);
  });

  test("a list has the files and folders of one folder", async () => {
    expect(await storage.list("imports")).toEqual([]);
    for (const key of ["imports/one/0", "imports/one/1", "imports/two/0", "imports_2/0"])
      await storage.write(key, Buffer.from("x"));
    expect((await storage.list("imports")).sort()).toEqual(["one", "two"]);
    expect((await storage.list("imports/one")).sort()).toEqual(["0", "1"]);
    await storage.removeAll("imports/one");
    await storage.removeAll("imports/three");
    expect(await storage.list("imports")).toEqual(["two"]);
    expect(await storage.list("imports_2")).toEqual(["0"]);
  });

  test("simultaneous writes of one key leave one of the contents", async () => {
    const contents = Array.from({ length: 8 }, (_, n) => Buffer.alloc(100_000, String(n)));
    await Promise.all(contents.map((content) => storage.write("cards/same.png", content)));
    const stored = await storage.read("cards/same.png");
    expect(contents.filter((content) => stored?.equals(content))).toHaveLength(1);
  });

  test.each(["", "/etc/passwd", "a/../b", "a//b", "a/b/", "a b"])(
    "the key %j is refused",
    async (key) => {
      await expect(storage.read(key)).rejects.toThrow("malformed");
      await expect(storage.write(key, Buffer.alloc(0))).rejects.toThrow("malformed");
      await expect(storage.list(key)).rejects.toThrow("malformed");
    },
  );
});

const unavailable = (code: string) => ({ name: "StorageUnavailable", code });

describe("a bucket that fails", () => {
  const calls = {
    read: () => s3.read("pictures/kept.webp"),
    write: () => s3.write("pictures/new.webp", Buffer.from("x")),
    writeStream: () => s3.writeStream("archives/new.zip", Readable.from([Buffer.from("x")])),
    readStream: () => s3.readStream("pictures/kept.webp"),
    remove: () => s3.remove("pictures/kept.webp"),
    list: () => s3.list("pictures"),
    removeAll: () => s3.removeAll("pictures"),
  };

  test.each(["AccessDenied", "SlowDown"] as const)(
    "SAFE-11 every call of a store that replies %s fails, and nothing is taken for missing",
    async (fault) => {
      await s3.write("pictures/kept.webp", Buffer.from("kept"));
      sandbox.fault = fault;
      for (const [name, send] of Object.entries(calls))
        await expect(send(), name).rejects.toMatchObject(unavailable(fault));
      sandbox.fault = undefined;
      expect((await s3.read("pictures/kept.webp"))?.toString()).toBe("kept");
    },
  );

  test("SAFE-11 a store that never replies is given up after 5 seconds", async () => {
    sandbox.fault = "nothing";
    const started = performance.now();
    const reading = [calls.read(), calls.readStream(), calls.list(), calls.remove()];
    for (const { reason } of (await Promise.allSettled(reading)) as PromiseRejectedResult[])
      expect(reason).toMatchObject(unavailable("Timeout"));
    expect(performance.now() - started).toBeLessThan(6_500);
  });

  test("SAFE-11 a store that can't be reached, and one that cuts its reply", async () => {
    await s3.write("pictures/kept.webp", Buffer.alloc(100_000));
    sandbox.fault = "cut";
    await expect(calls.read()).rejects.toMatchObject(unavailable("ECONNRESET"));
    const stream = (await calls.readStream()) ?? Readable.from([]);
    await expect(buffer(stream)).rejects.toThrow();
    const closed = await startS3();
    await closed.close();
    const unreachable = openS3(readS3(closed.environment) as S3Config);
    await expect(unreachable.read("a")).rejects.toMatchObject(unavailable("ECONNREFUSED"));
    unreachable.close();
  });

  test("wrong keys and a missing bucket are refused, and the start says so; a store that is down lets a process start", async () => {
    const check = (change: Partial<S3Config>) => checkStore({ ...config, ...change });
    await check({});
    const refusal = (code: string) => ({
      exitCode: 10,
      message: `The store of S3_URL refuses (${code}). Check S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    });
    await expect(check({ secret_access_key: "wrong" })).rejects.toMatchObject(
      refusal("SignatureDoesNotMatch"),
    );
    await expect(check({ bucket: "other" })).rejects.toMatchObject(refusal("NoSuchBucket"));
    sandbox.fault = "AccessDenied";
    await expect(check({})).rejects.toMatchObject(refusal("AccessDenied"));
    sandbox.fault = "SlowDown";
    await check({});
  });
});

test("what is stored in a bucket has the bucket's prefix and its media type", async () => {
  await s3.write("cards/card.png", Buffer.from("png"));
  await s3.writeStream("archives/sealed.zip", Readable.from([Buffer.from("zip")]));
  expect(sandbox.objects.get("of/tests/cards/card.png")?.type).toBe("image/png");
  expect(sandbox.objects.get("of/tests/archives/sealed.zip")?.type).toBe(
    "application/octet-stream",
  );
  const keys: string[] = [];
  for await (const key of s3.listAll()) keys.push(key);
  expect(keys).toEqual(expect.arrayContaining(["cards/card.png", "archives/sealed.zip"]));
  expect(keys).toEqual([...keys].sort());
});

test("more than a page of a bucket's files is listed and removed", async () => {
  const object = { content: Buffer.from("x"), type: "image/webp", modified: new Date() };
  for (let n = 0; n < 1_100; n++) sandbox.objects.set(`of/tests/followers/7/${n}.webp`, object);
  expect((await s3.list("followers/7")).length).toBe(1_100);
  await s3.removeAll("followers/7");
  expect(await s3.list("followers/7")).toEqual([]);
});

test("processes share a storage id if they have the same folder or the same bucket", async () => {
  const data_dir = (name: string) => join(folder, name);
  const readId = async (name: string, bucket?: Partial<S3Config>) => {
    const s3 = bucket && { ...config, ...bucket };
    return (await openStorage({ data_dir: data_dir(name), s3 })).storage_id;
  };
  expect(await readId("one")).toBe(await readId("one"));
  expect(await readId("one", {})).toBe(await readId("two", {}));
  const ids = [await readId("one"), await readId("two"), await readId("one", {})];
  ids.push(await readId("one", { prefix: "" }), await readId("one", { bucket: "other" }));
  expect(new Set(ids).size).toBe(ids.length);
});
