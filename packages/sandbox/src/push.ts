import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A self-signed certificate for localhost. Its key is public, so only tests may trust it. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUfJSqgFJVflXspAWNPgki33L136kwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAxNDAwNloYDzIxMjYxMDMw
MDE0MDA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT5lCkmo0mNg5jNIWz3QG2bLxAELn/gNU26KtrPBYLoGHB4A7J9prCW
2nFroe/RAEL+4QRHi7kgZBDRwR3YCXaNo28wbTAdBgNVHQ4EFgQUiDz4SM21Dks0
Bw0Vrxvc27FBFUowHwYDVR0jBBgwFoAUiDz4SM21Dks0Bw0Vrxvc27FBFUowDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAPj77zJazOZOoJoelirSRf7JXARXvKe91DIvT7u2cK41AiEA
tYdYFldiiTUC4pTTNickPKF6hV5hWN+EHXxwQD+uF5U=
-----END CERTIFICATE-----
`;
const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgze54+nCRb3QvK1OL
xetqQ+LozzXxslGT3eF0tAgP2huhRANCAAT5lCkmo0mNg5jNIWz3QG2bLxAELn/g
NU26KtrPBYLoGHB4A7J9prCW2nFroe/RAEL+4QRHi7kgZBDRwR3YCXaN
-----END PRIVATE KEY-----
`;

/** The subscription of a simulated browser at this service. */
export interface TestSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface ReceivedPush {
  endpoint: string;
  /** The decrypted content. */
  text: string;
  /** Bytes of the encrypted content. */
  length: number;
  /** The claims of the signed VAPID token. */
  claims: { aud: string; exp: number; sub: string };
}

/** A local push service that decrypts the pushes with the keys of its test subscriptions. */
export interface PushService {
  origin: string;
  certificate: string;
  pushes: ReceivedPush[];
  subscribe(): TestSubscription;
  /** Sets the status of replies to later pushes for this endpoint. */
  setReplyStatus(endpoint: string, status: number): void;
  /** Delays the replies to later pushes for this endpoint until the returned function is called. */
  delayReplies(endpoint: string): () => void;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const pushes: ReceivedPush[] = [];
  const browsers = new Map<string, { keys: ECDH; auth: Buffer }>();
  const replyStatuses = new Map<string, number>();
  const delays = new Map<string, Promise<void>>();
  let origin = "";
  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    const endpoint = `${origin}${request.url}`;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    const accept = () => {
      const browser = browsers.get(endpoint);
      const status = browser ? (replyStatuses.get(endpoint) ?? 201) : 404;
      if (browser && status < 300) {
        const body = Buffer.concat(chunks);
        const text = decryptPush(body, browser.keys, browser.auth);
        const claims = readToken(request.headers.authorization ?? "");
        pushes.push({ endpoint, text, length: body.length, claims });
      }
      // The header tests that the site doesn't follow a redirect.
      response.writeHead(status, status < 400 ? { location: `${origin}/other` } : {}).end();
    };
    request.on("end", () => void (delays.get(endpoint) ?? Promise.resolve()).then(accept));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    certificate,
    pushes,
    subscribe: () => {
      const keys = createECDH("prime256v1");
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomBytes(24).toString("base64url")}`;
      browsers.set(endpoint, { keys, auth });
      const p256dh = keys.generateKeys().toString("base64url");
      return { endpoint, p256dh, auth: auth.toString("base64url") };
    },
    setReplyStatus: (endpoint, status) => void replyStatuses.set(endpoint, status),
    delayReplies: (endpoint) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      delays.set(endpoint, promise);
      return resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Decrypts a body of one aes128gcm record (RFC 8188) with keys derived as in RFC 8291. */
function decryptPush(body: Buffer, keys: ECDH, auth: Buffer): string {
  // The record begins with the salt (16 bytes), its size (4), the length of the key id (1) and the key id,
  // which is the sender's public key. It ends with the authentication tag (16).
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync("sha256", keys.computeSecret(senderKey), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The byte 2 ends the text, and zeros may follow it.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Reads the claims of `vapid t=…, k=…` (RFC 8292); throws if the signature is wrong. */
function readToken(authorization: string): ReceivedPush["claims"] {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = "", payload = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("the VAPID token is not signed by its key");
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as ReceivedPush["claims"];
}
