import { createHash, randomUUID } from "node:crypto";

export interface StoredObject {
  content: Buffer;
  type: string;
  modified: Date;
}

/** A call of the protocol, whose signature was checked. */
export interface S3Call {
  method: string;
  /** Empty for calls about the bucket. */
  key: string;
  parameters: URLSearchParams;
  type: string;
  body: Buffer;
}

export interface S3Reply {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

/** An error with a code of S3. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface Upload {
  key: string;
  type: string;
  parts: Map<number, Buffer>;
}

export interface Bucket {
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  carryOut(call: S3Call): S3Reply;
}

/** All parts of an upload but the last one must be as large as this. */
const minPartBytes = 5 * 1024 * 1024;

/** Creates an empty bucket. */
export function createBucket(): Bucket {
  const objects: Bucket["objects"] = new Map();
  const uploads: Bucket["uploads"] = new Map();
  const store = (key: string, content: Buffer, type: string) =>
    objects.set(key, { content, type, modified: new Date() });
  const findUpload = (id: string | null) => {
    const upload = uploads.get(id ?? "");
    if (!upload) throw new S3Error(404, "NoSuchUpload");
    return upload;
  };

  const get = ({ key, parameters }: S3Call): S3Reply => {
    if (key === "") return list(objects, parameters);
    const object = objects.get(key);
    if (!object) throw new S3Error(404, "NoSuchKey");
    const { content, type, modified } = object;
    const headers = {
      "content-type": type,
      "last-modified": modified.toUTCString(),
      etag: createEtag(content),
    };
    return { status: 200, headers, body: content };
  };
  const put = ({ key, parameters, type, body }: S3Call): S3Reply => {
    const number = parameters.get("partNumber");
    if (number === null) store(key, body, type);
    else findUpload(parameters.get("uploadId")).parts.set(Number(number), body);
    return { ...empty(200), headers: { etag: createEtag(body) } };
  };
  const post = ({ key, parameters, type, body }: S3Call): S3Reply => {
    if (parameters.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, { key, type, parts: new Map() });
      return xml("InitiateMultipartUploadResult", `<UploadId>${id}</UploadId>`);
    }
    const id = parameters.get("uploadId");
    const upload = findUpload(id);
    store(upload.key, joinParts(upload, body.toString()), upload.type);
    uploads.delete(id ?? "");
    return xml("CompleteMultipartUploadResult", `<Key>${key}</Key>`);
  };
  const remove = ({ key, parameters }: S3Call): S3Reply => {
    const id = parameters.get("uploadId");
    if (id === null) objects.delete(key);
    else if (!uploads.delete(id)) throw new S3Error(404, "NoSuchUpload");
    return empty(204);
  };
  const methods: Record<string, (call: S3Call) => S3Reply> = {
    GET: get,
    PUT: put,
    POST: post,
    DELETE: remove,
  };
  return {
    objects,
    uploads,
    carryOut: (call) => {
      const method = methods[call.method];
      if (!method) throw new S3Error(405, "MethodNotAllowed");
      return method(call);
    },
  };
}

const empty = (status: number): S3Reply => ({ status, headers: {}, body: Buffer.alloc(0) });

const createEtag = (content: Buffer) => `"${createHash("md5").update(content).digest("hex")}"`;

function xml(root: string, content: string): S3Reply {
  const text = `<?xml version="1.0" encoding="UTF-8"?><${root}>${content}</${root}>`;
  return { status: 200, headers: { "content-type": "application/xml" }, body: Buffer.from(text) };
}

/** Joins the parts that the client names, after checking their sizes. */
function joinParts({ parts }: Upload, body: string): Buffer {
  const numbers = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, text]) =>
    Number(text),
  );
  const contents = numbers.map((number) => {
    const part = parts.get(number);
    if (!part) throw new S3Error(400, "InvalidPart");
    return part;
  });
  if (contents.slice(0, -1).some(({ length }) => length < minPartBytes))
    throw new S3Error(400, "EntityTooSmall");
  return Buffer.concat(contents);
}

/** Lists keys in the order of their bytes, by pages; with a delimiter, folders instead of what is in them. */
function list(objects: Bucket["objects"], parameters: URLSearchParams): S3Reply {
  if (parameters.get("list-type") !== "2") throw new S3Error(501, "NotImplemented");
  const prefix = parameters.get("prefix") ?? "";
  const delimiter = parameters.get("delimiter");
  const after = parameters.get("continuation-token") ?? "";
  const max = Number(parameters.get("max-keys") ?? 1000);
  const names = new Set<string>();
  for (const key of objects.keys()) {
    if (!key.startsWith(prefix)) continue;
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    names.add(end < 0 ? key : key.slice(0, end + 1));
  }
  const rest = [...names].sort().filter((name) => name > after);
  const page = rest.slice(0, max);
  const isTruncated = rest.length > page.length;
  const entries = page.map((name) => {
    const object = objects.get(name);
    if (!object) return `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`;
    const { content, modified } = object;
    return `<Contents><Key>${name}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
  });
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return xml(
    "ListBucketResult",
    `<Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join("")}`,
  );
}
