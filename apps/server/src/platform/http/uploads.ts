import multipart, { type MultipartFile } from "@fastify/multipart";
import { maxPictureBytes } from "@toibako/contract/pictures.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { TObject, TSchema } from "typebox";
import { waitForClient } from "./deadline.ts";
import { createFieldFailure, Failure } from "./failure.ts";
import { hasMoreValues } from "./request-target.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The files of a multipart body, by field; undefined for other bodies. */
    uploads: ReadonlyMap<string, Buffer> | undefined;
  }
}

export const multipartType = "multipart/form-data";

/** Maximum number of bytes of a multipart body that are not its file. */
const maxOtherBytes = 64 * 1024;

export interface UploadLimits {
  /** Maximum number of bytes of files that are in memory until their requests end. */
  bytes: number;
  /** Maximum number of bodies that are read at once for one account, and for all visitors together. */
  readsOfAccount: number;
  /** Each body must arrive at this speed at least, apart from its first `graceMilliseconds`. */
  bytesPerSecond: number;
  graceMilliseconds: number;
}

/**
 * The limits of one process. At the lowest speed, a part of an archive takes 19 seconds; a larger picture must arrive
 * faster, within `requestTimeout` of `server.ts`.
 */
const uploadLimits: UploadLimits = {
  bytes: 64 * 1024 * 1024,
  readsOfAccount: 2,
  bytesPerSecond: 32 * 1024,
  graceMilliseconds: 3_000,
};

interface Upload {
  account_pk: number | undefined;
  started_at: number;
  bytes: number;
  /** Undefined when the whole body was read. */
  abort: ((failure: Failure) => void) | undefined;
}

/** Keeps account of the files that uploads hold in memory; several routes share one. */
export class UploadMemory {
  readonly #uploads = new Set<Upload>();
  readonly #limits: UploadLimits;
  #bytes = 0;

  constructor(limits = uploadLimits) {
    this.#limits = limits;
  }

  /**
   * Calls `read` with a function that it must call with the number of bytes of each chunk it keeps. The bytes count until
   * `reply` ends. Rejects if the body arrives too slowly, or if the memory is full and this body is the slowest.
   */
  async read<T>(
    account_pk: number | undefined,
    reply: FastifyReply,
    read: (addBytes: (count: number) => void) => Promise<T>,
  ): Promise<T> {
    this.#rejectFurtherRead(account_pk);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    // If `read` settles first, nothing awaits this promise.
    aborted.catch(() => undefined);
    const abort = (failure: Failure) => {
      this.#remove(upload);
      reply.header("connection", "close");
      reject(failure);
    };
    const upload: Upload = { account_pk, started_at: performance.now(), bytes: 0, abort };
    this.#uploads.add(upload);
    reply.raw.once("close", () => this.#remove(upload));
    const timer = setInterval(() => this.#abortIfSlow(upload), this.#limits.graceMilliseconds);
    try {
      return await Promise.race([read((count) => this.#addBytes(upload, count)), aborted]);
    } catch (error) {
      this.#remove(upload);
      throw error;
    } finally {
      upload.abort = undefined;
      clearInterval(timer);
    }
  }

  #rejectFurtherRead(account_pk: number | undefined): void {
    const reads = [...this.#uploads].filter(
      (upload) => upload.abort && upload.account_pk === account_pk,
    );
    if (reads.length >= this.#limits.readsOfAccount) throw createOverload();
  }

  #addBytes(upload: Upload, count: number): void {
    // Stops reading a body that was aborted.
    if (!this.#uploads.has(upload)) throw createOverload();
    upload.bytes += count;
    this.#bytes += count;
    while (this.#bytes > this.#limits.bytes) this.#findSlowest(upload).abort?.(createOverload());
  }

  #remove(upload: Upload): void {
    if (this.#uploads.delete(upload)) this.#bytes -= upload.bytes;
  }

  /** Of the bodies that are still being read; `current` is one of them. */
  #findSlowest(current: Upload): Upload {
    const now = performance.now();
    const computeSpeed = ({ bytes, started_at }: Upload) => bytes / Math.max(1, now - started_at);
    let slowest = current;
    for (const upload of this.#uploads) {
      const isReading = upload.abort !== undefined && upload.bytes > 0;
      if (isReading && computeSpeed(upload) < computeSpeed(slowest)) slowest = upload;
    }
    return slowest;
  }

  #abortIfSlow(upload: Upload): void {
    const { bytesPerSecond, graceMilliseconds } = this.#limits;
    const seconds = (performance.now() - upload.started_at - graceMilliseconds) / 1_000;
    if (upload.bytes < seconds * bytesPerSecond) upload.abort?.(new Failure("timeout"));
  }
}

const createOverload = () => new Failure("overloaded", { retry_after: 2 });

/** The memory of this process. */
const processMemory = new UploadMemory();

/**
 * Mounts a route whose body is JSON or multipart/form-data. The multipart body may have one file in one
 * of the fields `fileFields`; its other fields are converted to the types of `body`.
 */
export function mountUploadRoute(
  app: FastifyInstance,
  route: RouteOptions,
  fileFields: readonly string[],
  body: TObject,
  {
    memory = processMemory,
    max_file_bytes = maxPictureBytes,
  }: { memory?: UploadMemory | undefined; max_file_bytes?: number | undefined } = {},
): void {
  const readBody = async (request: FastifyRequest, reply: FastifyReply) => {
    const { fields, files } = await waitForClient(request, () =>
      memory.read(request.viewer.user?.pk, reply, (addBytes) =>
        readParts(request, fileFields, addBytes).catch(throwMalformed),
      ),
    );
    request.uploads = files;
    request.body = nestFields(fields, body);
  };
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        fileSize: max_file_bytes,
        files: 1,
        fields: 40,
        parts: 41,
        fieldSize: 16 * 1024,
        fieldNameSize: 100,
        headerPairs: 10,
      },
    });
    scope.decorateRequest("uploads", undefined);
    scope.addHook("preParsing", async (request, reply) =>
      refuseLargeBody(request, reply, max_file_bytes + maxOtherBytes),
    );
    scope.addHook("preValidation", async (request, reply) => {
      if (request.isMultipart()) await readBody(request, reply);
    });
    scope.route(route);
  });
}

/** Bodies up to this size are read like those of other routes. */
const smallBodyBytes = 256 * 1024;

/** How much memory a body takes for each byte while it is read: its text, and the text or the file in it. */
const bytesPerBodyByte = 2;

/** Values of a large body, apart from texts; far more than a form with a file has. */
const maxStructure = 5_000;

/** Maximum number of values of a body, as in `server.ts`. */
const maxValues = 500;

/**
 * Mounts a route whose JSON body may have a file in base64, and up to `max_bytes`. Large bodies count as uploads do, and
 * have few values, because nested arrays would take many times their size when they are parsed.
 */
export function mountLargeBodyRoute(
  app: FastifyInstance,
  route: RouteOptions,
  max_bytes: number,
  memory = processMemory,
): void {
  const readBody = async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
    const length = Number(request.headers["content-length"] ?? max_bytes);
    const read = (addBytes: (count: number) => void) => readJsonBody(request, max_bytes, addBytes);
    if (length <= smallBodyBytes) return read(() => undefined);
    return memory.read(request.viewer.user?.pk, reply, (addBytes) =>
      read((count) => addBytes(count * bytesPerBodyByte)),
    );
  };
  void app.register(async (scope) => {
    scope.removeContentTypeParser("application/json");
    // The body is read before validation, when the reply is known.
    scope.addContentTypeParser("application/json", (_request, _payload, done) => done(null));
    scope.addHook("preParsing", async (request, reply) =>
      refuseLargeBody(request, reply, max_bytes),
    );
    scope.addHook("preValidation", async (request, reply) => {
      const bytes = await waitForClient(request, () => readBody(request, reply));
      request.body = await parseBody(scope, request, bytes);
    });
    scope.route(route);
  });
}

async function readJsonBody(
  { raw }: FastifyRequest,
  max_bytes: number,
  addBytes: (count: number) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > max_bytes) throw new Failure("too_large");
    addBytes(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const structureSigns = new Set(Buffer.from("[]{},:"));

const [quote = 0, backslash = 0] = Buffer.from('"\\');

/** Counts the signs of a JSON text that separate its values, outside of strings. */
function countStructure(bytes: Buffer): number {
  let count = 0;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === quote) isInString = !isInString;
    else if (isInString && byte === backslash) index++;
    else if (!isInString && structureSigns.has(byte)) count++;
  }
  return count;
}

/** Parses a JSON body like the parser of other routes; throws `malformed` for one with too many values. */
async function parseBody(app: FastifyInstance, request: FastifyRequest, bytes: Buffer) {
  if (bytes.length === 0) return undefined;
  if (countStructure(bytes) > maxStructure) throw new Failure("malformed");
  const parse = app.getDefaultJsonParser("error", "error");
  const body = await new Promise<unknown>((resolve, reject) => {
    void parse(request, bytes.toString("utf8"), (error, parsed) => {
      if (error) reject(new Failure("malformed"));
      else resolve(parsed);
    });
  });
  if (hasMoreValues(body, maxValues)) throw new Failure("malformed");
  return body;
}

/** Throws `malformed` for an error without a status, which the parser throws for a malformed body. */
function throwMalformed(error: Error & { statusCode?: number }): never {
  if (error instanceof Failure || error.statusCode !== undefined) throw error;
  throw new Failure("malformed");
}

/** Refuses a body by its `Content-Length`, before any byte of it is read. */
function refuseLargeBody(request: FastifyRequest, reply: FastifyReply, max_bytes: number): void {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length <= max_bytes) return;
  reply.header("connection", "close");
  throw new Failure("too_large");
}

async function readParts(
  request: FastifyRequest,
  fileFields: readonly string[],
  addBytes: (count: number) => void,
) {
  const fields = new Map<string, string>();
  const files = new Map<string, Buffer>();
  for await (const part of request.parts()) {
    const { fieldname } = part;
    if (part.type === "field") {
      if (part.valueTruncated || typeof part.value !== "string") throw new Failure("too_large");
      addBytes(Buffer.byteLength(part.value));
      fields.set(fieldname, part.value);
    } else if (fileFields.includes(fieldname)) {
      const content = await readFile(part.file, addBytes);
      // Browsers send an empty file for a field in which none was chosen.
      if (content.length > 0) files.set(fieldname, content);
    } else {
      throw createFieldFailure(fieldname, "unknown_field");
    }
  }
  return { fields, files };
}

async function readFile(
  file: MultipartFile["file"],
  addBytes: (count: number) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    addBytes(chunk.length);
    chunks.push(chunk);
  }
  if (file.truncated) throw new Failure("too_large");
  return Buffer.concat(chunks);
}

/** Converts form fields such as `user[email]` to the object of the same request in JSON. */
function nestFields(fields: ReadonlyMap<string, string>, schema: TObject): object {
  const flat: [string, unknown][] = [];
  const nested = new Map<string, [string, unknown][]>();
  for (const [name, text] of fields) {
    const [, outer, inner] = name.match(/^([a-z_]+)\[([a-z_]+)\]$/) ?? [];
    const parent = outer === undefined ? undefined : findProperty(schema, outer);
    if (outer === undefined || inner === undefined) {
      flat.push([name, convertText(text, findProperty(schema, name))]);
      continue;
    }
    const values = nested.get(outer) ?? [];
    values.push([inner, convertText(text, parent && findProperty(parent, inner))]);
    nested.set(outer, values);
  }
  const objects = [...nested].map(([name, values]) => [name, Object.fromEntries(values)] as const);
  return Object.fromEntries([...flat, ...objects]);
}

function findProperty(schema: TSchema, name: string): TSchema | undefined {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/**
 * Converts the text of a boolean field to true or false, and returns other texts unchanged. Validation
 * rejects texts that their field doesn't allow.
 */
function convertText(text: string, schema: TSchema | undefined): unknown {
  const { type } = (schema ?? {}) as { type?: string };
  if (type === "boolean" && /^(true|false|1|0)$/.test(text)) return /^(true|1)$/.test(text);
  return text;
}
