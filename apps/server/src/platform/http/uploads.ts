import multipart from "@fastify/multipart";
import { maxPictureBytes } from "@toibako/contract/pictures.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { TObject, TSchema } from "typebox";
import { createFieldFailure, Failure } from "./failure.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The files of a multipart body, by field; undefined for other bodies. */
    uploads: ReadonlyMap<string, Buffer> | undefined;
  }
}

export const multipartType = "multipart/form-data";

/** Maximum number of bytes of a multipart body that are not its file. */
const maxOtherBytes = 64 * 1024;

/** Maximum number of multipart bodies that are read at once; each may hold a whole picture in memory. */
const maxActiveReads = 8;

/**
 * Maximum number of multipart bodies that are read at once for one account, and for all visitors together.
 * Otherwise the slow bodies of one account could use all of `maxActiveReads`.
 */
const maxActiveReadsOfAccount = 2;

/**
 * Mounts a route whose body is JSON or multipart/form-data. The multipart body may have one file in one
 * of the fields `fileFields`; its other fields are converted to the types of `body`.
 */
export function mountUploadRoute(
  app: FastifyInstance,
  route: RouteOptions,
  fileFields: readonly string[],
  body: TObject,
): void {
  let activeReads = 0;
  const activeReadsByAccount = new Map<number | undefined, number>();
  const addReads = (account_pk: number | undefined, change: 1 | -1) => {
    activeReads += change;
    const count = (activeReadsByAccount.get(account_pk) ?? 0) + change;
    if (count > 0) activeReadsByAccount.set(account_pk, count);
    else activeReadsByAccount.delete(account_pk);
  };
  const readBody = async (request: FastifyRequest) => {
    const account_pk = request.viewer.user?.pk;
    const isFull =
      activeReads >= maxActiveReads ||
      (activeReadsByAccount.get(account_pk) ?? 0) >= maxActiveReadsOfAccount;
    if (isFull) throw new Failure("overloaded", { retry_after: 2 });
    addReads(account_pk, 1);
    try {
      const { fields, files } = await readParts(request, fileFields).catch(throwMalformed);
      request.uploads = files;
      request.body = nestFields(fields, body);
    } finally {
      addReads(account_pk, -1);
    }
  };
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        fileSize: maxPictureBytes,
        files: 1,
        fields: 40,
        parts: 41,
        fieldSize: 16 * 1024,
        fieldNameSize: 100,
        headerPairs: 10,
      },
    });
    scope.decorateRequest("uploads", undefined);
    scope.addHook("preParsing", async (request, reply) => refuseLargeBody(request, reply));
    scope.addHook("preValidation", async (request) => {
      if (request.isMultipart()) await readBody(request);
    });
    scope.route(route);
  });
}

/** Throws `malformed` for an error without a status, which the parser throws for a malformed body. */
function throwMalformed(error: Error & { statusCode?: number }): never {
  if (error instanceof Failure || error.statusCode !== undefined) throw error;
  throw new Failure("malformed");
}

/** Refuses a body by its `Content-Length`, before any byte of it is read. */
function refuseLargeBody(request: FastifyRequest, reply: FastifyReply): void {
  const length = Number(request.headers["content-length"] ?? 0);
  if (length <= maxPictureBytes + maxOtherBytes) return;
  reply.header("connection", "close");
  throw new Failure("too_large");
}

async function readParts(request: FastifyRequest, fileFields: readonly string[]) {
  const fields = new Map<string, string>();
  const files = new Map<string, Buffer>();
  for await (const part of request.parts()) {
    const { fieldname } = part;
    if (part.type === "field") {
      if (part.valueTruncated || typeof part.value !== "string") throw new Failure("too_large");
      fields.set(fieldname, part.value);
    } else if (fileFields.includes(fieldname)) {
      const content = await part.toBuffer();
      // Browsers send an empty file for a field in which none was chosen.
      if (content.length > 0) files.set(fieldname, content);
    } else {
      throw createFieldFailure(fieldname, "unknown_field");
    }
  }
  return { fields, files };
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
