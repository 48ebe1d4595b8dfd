import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * Keyed hashes for each purpose, derived from the one secret key. 16 bytes are kept: enough that
 * nobody finds a second one, short enough for an index.
 */
export interface Secrets {
  /** A person, without saying who: the same person always has the same key. */
  personKey(user_pk: number): Buffer;
  /** The same for the bearer of a visitor cookie. */
  visitorKey(token: string): Buffer;
  /** The sender as one receiver may block them; two receivers can't compare notes. */
  pseudonym(receiver_pk: number, sender_key: Buffer): Buffer;
  /** Who passes questions on; nobody can compare it with what the same person asks. */
  batonKey(sender_key: Buffer): Buffer;
  /** An address cut to its /32 or /64, for limits. */
  addressKey(network: string): Buffer;
  csrfToken(session: string | undefined): string;
  /** The cookie of a new visitor, the same again when their first call is repeated under its key. */
  visitorToken(network: string, idempotency_key: string | undefined): string;
  /** Nobody makes up visitors: else one and the same caller would be as many as they like. */
  isVisitorToken(token: string): boolean;
  /** A public id that follows from an idempotency key: the repeated call makes nothing new. */
  idFor(actor: string, idempotency_key: string): string;
  /** Encrypts what only we may read again, and only as what belongs to `owner`. */
  seal(text: string, owner: string): Buffer;
  /** Undefined for what was sealed for another owner, or under another secret key. */
  unseal(sealed: Uint8Array, owner: string): string | undefined;
}

export function createSecrets(secret_key: Buffer): Secrets {
  const keyed = (purpose: string, bytes = 16) => {
    // Given as bytes the key would be wrapped anew for every hash, at six times the cost.
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret_key, "", purpose, 32)));
    return (...parts: (string | Buffer)[]) => {
      const hmac = createHmac("sha256", key);
      for (const part of parts) hmac.update(part).update("\0");
      return hmac.digest().subarray(0, bytes);
    };
  };
  const sender = keyed("sender");
  const pseudonym = keyed("pseudonym");
  const baton = keyed("baton");
  const address = keyed("address");
  const csrf = keyed("csrf");
  const visitor = keyed("visitor", 24);
  const visitorMark = keyed("visitor mark", 8);
  const marked = (name: Buffer) => Buffer.concat([name, visitorMark(name)]).toString("base64url");
  const id = keyed("id");
  const seal = createSecretKey(Buffer.from(hkdfSync("sha256", secret_key, "", "seal", 32)));
  return {
    personKey: (user_pk) => sender(`user:${user_pk}`),
    visitorKey: (token) => sender(`visitor:${token}`),
    pseudonym: (receiver_pk, sender_key) => pseudonym(String(receiver_pk), sender_key),
    batonKey: (sender_key) => baton(sender_key),
    addressKey: (network) => address(network),
    csrfToken: (session) => csrf(session ?? "").toString("base64url"),
    visitorToken: (network, key) =>
      marked(key === undefined ? randomBytes(24) : visitor(network, key)),
    isVisitorToken: (token) =>
      sameText(token, marked(Buffer.from(token, "base64url").subarray(0, 24))),
    idFor: (actor, key) => id(actor, key).toString("base64url"),
    seal: (text, owner) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", seal, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([
        nonce,
        cipher.update(text, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
    unseal: (sealed, owner) => {
      const bytes = Buffer.from(sealed);
      try {
        const decipher = createDecipheriv("aes-256-gcm", seal, bytes.subarray(0, 12));
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-16));
        return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

/** 128 random bits as 22 characters. */
export function publicId(): string {
  return randomBytes(16).toString("base64url");
}

/** A token for a cookie or a link: 256 random bits. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Compares without telling by its time how much was right. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
