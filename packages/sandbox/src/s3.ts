import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Bucket, createBucket, type S3Call, S3Error, type S3Reply } from "./s3/bucket.ts";
import { createSignatureCheck } from "./s3/signature.ts";

/**
 * What happens to calls in place of their normal replies: they get no reply, are refused, fail, or are cut in the middle
 * of an object.
 */
export type S3Fault = "nothing" | "AccessDenied" | "SlowDown" | "cut";

/** A store in memory that speaks the part of S3's protocol that the site uses, and checks signatures. */
export interface S3Sandbox {
  /** The environment variables that connect the site to the store. */
  environment: { S3_URL: string; S3_ACCESS_KEY_ID: string; S3_SECRET_ACCESS_KEY: string };
  /** The stored objects by their keys. */
  objects: Bucket["objects"];
  /** The multipart uploads that have neither been completed nor aborted. */
  uploads: Bucket["uploads"];
  /** How many calls have arrived, by their methods. */
  calls: Map<string, number>;
  fault: S3Fault | undefined;
  close(): Promise<void>;
}

const region = "us-east-1";
const keys = { accessKeyId: "sandbox", secretAccessKey: "the secret key of the sandbox" };
const statusOfFault = { AccessDenied: 403, SlowDown: 503 };

/** Listens on loopback; port 0 takes a free one. `bucket` may have folders: all keys then begin with them. */
export async function startS3(port = 0, bucket = "site"): Promise<S3Sandbox> {
  const [name = ""] = bucket.split("/");
  const { objects, uploads, carryOut } = createBucket();
  const requireSignature = createSignatureCheck(region, keys);
  const handle = async (request: IncomingMessage, body: Buffer): Promise<S3Reply> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, bucketName, ...rest] = pathname.split("/");
    if (bucketName !== name) throw new S3Error(404, "NoSuchBucket");
    await requireSignature(request, pathname, searchParams);
    const declared = Buffer.from(String(request.headers["x-amz-content-sha256"]));
    const actual = Buffer.from(createHash("sha256").update(body).digest("hex"));
    if (declared.length !== actual.length || !timingSafeEqual(declared, actual))
      throw new S3Error(400, "XAmzContentSHA256Mismatch");
    const call: S3Call = {
      method: request.method ?? "GET",
      key: decodeURIComponent(rest.join("/")),
      parameters: searchParams,
      type: request.headers["content-type"] ?? "binary/octet-stream",
      body,
    };
    return carryOut(call);
  };
  const server = createServer((request, response) => {
    const method = request.method ?? "GET";
    sandbox.calls.set(method, (sandbox.calls.get(method) ?? 0) + 1);
    void buffer(request).then(async (body) => {
      const { fault } = sandbox;
      if (fault === "nothing") return;
      const refusal =
        fault === "AccessDenied" || fault === "SlowDown"
          ? new S3Error(statusOfFault[fault], fault)
          : undefined;
      const reply = refusal ? Promise.reject(refusal) : handle(request, body);
      send(response, await reply.catch(describeError), fault === "cut");
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  const sandbox: S3Sandbox = {
    environment: {
      S3_URL: `http://127.0.0.1:${address.port}/${bucket}`,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    objects,
    uploads,
    calls: new Map(),
    fault: undefined,
    close() {
      objects.clear();
      uploads.clear();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return sandbox;
}

function describeError(error: unknown): S3Reply {
  const { status, code } = error instanceof S3Error ? error : new S3Error(500, "InternalError");
  const text = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(text) };
}

function send(response: ServerResponse, { status, headers, body }: S3Reply, isCut: boolean): void {
  response.writeHead(status, { "content-length": body.length, ...headers });
  if (isCut) response.write(body.subarray(0, body.length >> 1), () => response.destroy());
  else response.end(body);
}
