import { addAbortSignal, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { computeTimeLeft } from "#platform/http/deadline.ts";
import { storageFailures } from "#platform/observability/meters.ts";
import { StartError } from "#platform/start-error.ts";
import type { S3Config } from "./s3-config.ts";
import { requireKey, type Storage, StorageUnavailable } from "./storage.ts";

/** A file whose size is known before its content is read. */
export interface OpenedFile {
  size: number;
  content: Readable;
}

export interface S3Storage extends Storage {
  /** Undefined if the file does not exist. */
  open(key: string): Promise<OpenedFile | undefined>;
  /** The keys of all files. */
  listAll(): AsyncIterable<string>;
  close(): void;
}

/** Milliseconds that a call may take; within a request also at most the request's time. */
const maxCallTime = { read: 5_000, write: 30_000, upload: 3_600_000 };
/** Milliseconds in which a part of a file must have been transferred. */
const maxIdleTime = 30_000;
const maxConnections = 500;
/** Files are removed one by one, because some stores lack the call for several; so many at once. */
const simultaneousRemovals = 16;

function createClient(config: S3Config): S3Client {
  return new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.access_key_id, secretAccessKey: config.secret_access_key },
    // Every store knows buckets in paths, and only Amazon's knows all checksums.
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: maxIdleTime,
      throwOnRequestTimeout: true,
      socketTimeout: maxIdleTime,
      httpAgent: { maxSockets: maxConnections },
      httpsAgent: { maxSockets: maxConnections },
    },
  });
}

/** Opens storage in a bucket. The library is imported with this module, because it takes memory. */
export function openS3(config: S3Config): S3Storage {
  const { bucket: Bucket, prefix } = config;
  const client = createClient(config);
  const locate = (key: string) => ({ Bucket, Key: prefix + requireKey(key) });
  const open = (key: string, abortSignal: AbortSignal) =>
    client
      .send(new GetObjectCommand(locate(key)), { abortSignal })
      .then(
        ({ Body, ContentLength = 0 }) => ({ size: ContentLength, content: Body as Readable }),
        ignoreMissing,
      );
  const openFile = (key: string) =>
    call(async () => {
      // The time is for the beginning of the reply; the content may take longer.
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), computeTimeLeft(maxCallTime.read));
      return open(key, timeout.signal).finally(() => clearTimeout(timer));
    });
  const list = (folder: string, kinds: "files" | "all") =>
    call(async () => {
      const Prefix = `${prefix}${requireKey(folder)}/`;
      const abortSignal = createTimeout(maxCallTime.read);
      const pages = paginateListObjectsV2(
        { client },
        { Bucket, Prefix, Delimiter: "/" },
        { abortSignal },
      );
      const names: string[] = [];
      for await (const { Contents = [], CommonPrefixes = [] } of pages) {
        for (const { Key = "" } of Contents) names.push(Key.slice(Prefix.length));
        if (kinds === "files") continue;
        for (const { Prefix: name = "" } of CommonPrefixes)
          names.push(name.slice(Prefix.length, -1));
      }
      return names;
    });
  const remove = (key: string) =>
    call(async () => {
      const abortSignal = createTimeout(maxCallTime.read);
      await client.send(new DeleteObjectCommand(locate(key)), { abortSignal });
    });

  return {
    read: (key) =>
      call(async () => {
        const abortSignal = createTimeout(maxCallTime.read);
        const file = await open(key, abortSignal);
        return file && buffer(addAbortSignal(abortSignal, file.content));
      }),
    write: (key, content) =>
      call(async () => {
        const object = { ...locate(key), Body: content, ContentType: findType(key) };
        const abortSignal = createTimeout(maxCallTime.write);
        await client.send(new PutObjectCommand(object), { abortSignal });
      }),
    writeStream: (key, content) =>
      call(async () => {
        const params = { ...locate(key), Body: content, ContentType: findType(key) };
        const upload = new Upload({ client, params, queueSize: 2 });
        const timer = setTimeout(() => void upload.abort(), computeTimeLeft(maxCallTime.upload));
        try {
          await upload.done();
        } finally {
          clearTimeout(timer);
          content.destroy();
        }
      }),
    readStream: async (key) => (await openFile(key))?.content,
    open: openFile,
    remove,
    list: (folder) => list(folder, "all"),
    listAll: async function* () {
      try {
        const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: prefix });
        for await (const { Contents = [] } of pages)
          for (const { Key = "" } of Contents) yield Key.slice(prefix.length);
      } catch (error) {
        throw toStorageError(error);
      }
    },
    removeAll: async (folder) => {
      const names = await list(folder, "files");
      const removeRest = async () => {
        for (let name = names.pop(); name !== undefined; name = names.pop())
          await remove(`${folder}/${name}`);
      };
      await Promise.all(Array.from({ length: simultaneousRemovals }, removeRest));
    },
    close: () => client.destroy(),
  };
}

/** Throws a StartError if the store refuses its keys or the bucket. One that can't be reached now may be reached later. */
export async function checkStore(config: S3Config): Promise<void> {
  const { bucket: Bucket, prefix: Prefix } = config;
  const client = createClient(config);
  try {
    const abortSignal = createTimeout(maxCallTime.read);
    await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), { abortSignal });
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === undefined || status >= 500) return;
    const { code } = toStorageError(error) as StorageUnavailable;
    throw new StartError(
      `The store of S3_URL refuses (${code}). Check S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      10,
    );
  } finally {
    client.destroy();
  }
}

/** Ends a call after so many milliseconds, or when the time of the request is over. */
const createTimeout = (maximum: number) =>
  AbortSignal.timeout(Math.max(1, computeTimeLeft(maximum)));

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchKey)) throw error;
}

const types = { png: "image/png", webp: "image/webp", mp4: "video/mp4" };

/** The media type of a file; archives are encrypted. */
function findType(key: string): string {
  const [, ending] = key.split(".");
  return types[ending as keyof typeof types] ?? "application/octet-stream";
}

async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = toStorageError(thrown);
    if (error instanceof StorageUnavailable) storageFailures.inc();
    throw error;
  }
}

/** Converts errors of the store and of the network, and returns others, such as those of a stream that is written. */
function toStorageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") return new StorageUnavailable("Timeout");
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return new StorageUnavailable(code);
  // The store chooses the name; the error also has what it replied.
  if ("$metadata" in error || "$response" in error)
    return new StorageUnavailable(/^\w{1,40}$/.test(name) ? name : "UnknownError");
  return error;
}
