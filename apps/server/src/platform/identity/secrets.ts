import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { formatDay } from "#platform/dates.ts";
import { millisecondsPerHour } from "#platform/durations.ts";

/**
 * Everything that is derived from the secret key. Each kind of hash has its own key, so that hashes
 * of two kinds in a stolen database can't be compared. Stored hashes have 16 bytes:
 * collision-resistant, and short enough for an index. All sealed texts are encrypted with one key,
 * each bound to its owner.
 */
export interface Secrets {
  /** The identity of an account; never stored. */
  deriveAccountIdentity(user_pk: number): Buffer;
  /** The identity of a visitor; stored only sealed. */
  deriveVisitorIdentity(token: string): Buffer;

  /** The tag of a sender's n-th question, from 1; tags of one sender can't be linked. */
  deriveSenderTag(identity: Buffer, n: number): Buffer;
  /** The pseudonym of a sender for one receiver, for blocks and reports. */
  deriveSenderPseudonym(receiver_pk: number, identity: Buffer): Buffer;
  /** The pseudonym of an account blocked by name; can't be compared with `deriveSenderPseudonym`. */
  deriveNamedPseudonym(receiver_pk: number, identity: Buffer): Buffer;
  /**
   * The pseudonym under which a sender passes questions on to this receiver; can't be compared with
   * `deriveSenderPseudonym`.
   */
  deriveBatonPseudonym(receiver_pk: number, identity: Buffer): Buffer;
  /** The tag of a question and its next receiver, so that it is passed to them only once. */
  deriveBatonTag(passed_question: string, receiver_pk: number): Buffer;
  /** The tag of the n-th talk that an account has started, from 1; tags of one starter can't be linked. */
  deriveStarterTag(identity: Buffer, n: number): Buffer;
  /** The pseudonym of a talk's starter for its receiver; can't be compared with `deriveSenderPseudonym`. */
  deriveStarterPseudonym(receiver_pk: number, identity: Buffer): Buffer;
  /** The tag of the n-th stop of a sender by staff; tags of one sender can't be linked. */
  deriveStopTag(identity: Buffer, n: number): Buffer;
  deriveLikeActor(identity: Buffer): Buffer;
  deriveLikeToggleTag(identity: Buffer, idempotency_key: string): Buffer;
  deriveNoticeTag(identity: Buffer, kind: string, subject: string): Buffer;
  /** The owner of a row of `read_states`, which says which answers an account or a visitor has seen. */
  deriveReadStateOwner(identity: Buffer): Buffer;
  /**
   * The id by which another site, given by its origin, knows an account that follows a link to it. It differs between
   * sites, is stored nowhere, and authorises nothing here.
   */
  deriveOutsideId(identity: Buffer, origin: string): string;
  /** The tag under which the account of an adopted visitor is found. */
  deriveAdoptedVisitorTag(identity: Buffer): Buffer;
  /** The tag of a closed handle; upper and lower case have the same tag. */
  deriveClosedHandleTag(handle: string): Buffer;
  /** The key of a rate limit counter; `parts` name the limit and the counted client. */
  deriveLimitKey(...parts: (string | Buffer)[]): string;
  /** The Redis channel of this site's events: sites may share one Redis. */
  event_channel: string;
  /** The owner of an event, from an account's identity or a session token's hash; its pages receive it. */
  deriveEventOwner(identityOrTokenHash: Buffer): string;
  /** The key of a lock in the database, as text; `parts` name what is locked. */
  deriveLockKey(...parts: (string | Buffer)[]): string;
  /** An unpredictable whole number from `min` to `max`, the same for the same `parts`. */
  deriveNumber(min: number, max: number, ...parts: string[]): number;

  /** The keys that sign a proof-of-work challenge and its solution. */
  deriveChallengeKey(part: "challenge" | "solution"): string;
  /** The site's private VAPID key, 32 bytes, unless the operator configures another one. */
  deriveVapidKey(): Buffer;
  /** Proves that an account signed in on a browser while it had these credentials. */
  deriveKnownBrowserMark(mark: {
    user_pk: number;
    credentials: string;
    browser_id: string;
  }): string;

  /** The hash under which a recovery code of an account is stored. */
  deriveRecoveryCodeHash(user_pk: number, code: string): Buffer;
  /** The hash of a network that requests mails to an address; a network has another one for each address. */
  deriveMailNetworkTag(network: string, email: string): Buffer;

  /** The name of the empty file that remains of a destroyed account, given by its public id. */
  deriveLeaverTag(id: string): string;
  /** Tells whether a backup and a site have the same secret key. */
  deriveBackupKeyCheck(): string;

  /** The key, of 32 bytes, that encrypts a stored file of an archive. */
  deriveArchiveKey(storage_key: string): Buffer;
  /**
   * The public id of an answer that an account brought along; `occurrence` counts the answers with the
   * same content in one archive.
   */
  deriveBroughtAnswerId(user_pk: number, content: string, occurrence: number): string;

  deriveCsrfToken(session: string | undefined): string;
  /**
   * The value of a new visitor cookie, with the hour of its creation. With the same idempotency key and
   * caller, the tokens of one day in UTC have the same identity.
   */
  createVisitorToken(caller: string, idempotency_key: string | undefined, now: Date): string;
  /**
   * The hour in which a visitor token was created; the year 1970 for old tokens, which contain no
   * hour, and undefined for a forged token.
   */
  readVisitorHour(token: string): Date | undefined;
  /** A public id derived from an idempotency key, so that a repeated request creates nothing new. */
  derivePublicId(actor: string, idempotency_key: string): string;
  /**
   * Encrypts a text and binds it to `owner`. With `length`, the text is padded to that many bytes, so
   * that its size reveals nothing; a longer text throws. Texts must not contain U+0000.
   */
  seal(text: string, owner: string, length?: number): Buffer;
  /** Decrypts a sealed text; undefined if it was sealed for another owner or with another secret key. */
  unseal(sealed: Uint8Array, owner: string): string | undefined;
}

// A visitor token consists of a name, the hour of its creation and a keyed hash of both, its mark.
const visitorNameBytes = 24;
const visitorHourBytes = 4;
const visitorMarkBytes = 8;

// A sealed text begins with its nonce and ends with the authentication tag, in the lengths of AES-GCM.
const nonceBytes = 12;
const authTagBytes = 16;

export function createSecrets(secret_key: Buffer): Secrets {
  const createKeyedHash = (purpose: string, bytes = 16) => {
    // A key object: from bytes, Node would create a key object for every hash, which takes six
    // times as long.
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret_key, "", purpose, 32)));
    return (...parts: (string | Buffer)[]) => {
      const hmac = createHmac("sha256", key);
      for (const part of parts) hmac.update(part).update("\0");
      return hmac.digest().subarray(0, bytes);
    };
  };
  // Purposes are part of stored hashes: never change one, even where it differs from the name.
  const identity = createKeyedHash("sender");
  const senderTag = createKeyedHash("sender tag");
  const senderPseudonym = createKeyedHash("pseudonym");
  const namedPseudonym = createKeyedHash("named pseudonym");
  const batonIdentity = createKeyedHash("baton");
  const batonTag = createKeyedHash("baton tag");
  const starterTag = createKeyedHash("starter tag");
  const starterPseudonym = createKeyedHash("starter pseudonym");
  const stopTag = createKeyedHash("site block");
  const likeActor = createKeyedHash("like actor");
  const likeToggleTag = createKeyedHash("like toggle");
  const noticeTag = createKeyedHash("notice tag");
  const readStateOwner = createKeyedHash("read state owner");
  const outsideId = createKeyedHash("outside id");
  const adoptedVisitorTag = createKeyedHash("adopted visitor");
  const closedHandleTag = createKeyedHash("closed handle");
  const limitKey = createKeyedHash("limit");
  const eventChannel = createKeyedHash("event channel");
  const eventOwner = createKeyedHash("event owner");
  const numberKey = createKeyedHash("number");
  const lockKey = createKeyedHash("lock");
  const challengeKey = createKeyedHash("challenge", 32);
  const vapidKey = createKeyedHash("vapid", 32);
  const knownBrowser = createKeyedHash("known browser");
  const recoveryCode = createKeyedHash("recovery code");
  const mailNetworkTag = createKeyedHash("mail network");
  const archiveKey = createKeyedHash("archive", 32);
  const broughtAnswer = createKeyedHash("brought answer");
  const leaver = createKeyedHash("leaver");
  const backupKeyCheck = createKeyedHash("backup key check");
  const csrf = createKeyedHash("csrf");
  const visitorName = createKeyedHash("visitor", visitorNameBytes);
  const visitorMark = createKeyedHash("visitor mark", visitorMarkBytes);
  const id = createKeyedHash("id");
  const sealKey = createSecretKey(Buffer.from(hkdfSync("sha256", secret_key, "", "seal", 32)));
  /** Reads the name and the hour of a visitor token; undefined for a forged one. */
  const readVisitorToken = (token: string) => {
    const bytes = Buffer.from(token, "base64url");
    const content = bytes.subarray(0, -visitorMarkBytes);
    // Old tokens have no hour.
    const hasKnownLength =
      content.length === visitorNameBytes || content.length === visitorNameBytes + visitorHourBytes;
    const isAuthentic =
      hasKnownLength &&
      isSameText(token, Buffer.concat([content, visitorMark(content)]).toString("base64url"));
    if (!isAuthentic) return undefined;
    const hours = content.length > visitorNameBytes ? content.readUInt32BE(visitorNameBytes) : 0;
    return { name: content.subarray(0, visitorNameBytes), hours };
  };
  return {
    deriveAccountIdentity: (user_pk) => identity(`user:${user_pk}`),
    deriveVisitorIdentity: (token) => {
      // The identity depends on the name in a token and not on its hour. Tokens without an hour, which are
      // old or forged, are hashed as a whole.
      const parts = readVisitorToken(token);
      return parts === undefined || parts.hours === 0
        ? identity(`visitor:${token}`)
        : identity(Buffer.concat([visitorPrefix, parts.name]));
    },
    deriveSenderTag: (sender, n) => senderTag(sender, String(n)),
    deriveSenderPseudonym: (receiver_pk, sender) => senderPseudonym(String(receiver_pk), sender),
    deriveNamedPseudonym: (receiver_pk, account) => namedPseudonym(String(receiver_pk), account),
    // Derived from a hash of the identity, so that it differs from `deriveSenderPseudonym`: a receiver can't
    // link a sender's batons to the same sender's questions.
    deriveBatonPseudonym: (receiver_pk, sender) =>
      senderPseudonym(String(receiver_pk), batonIdentity(sender)),
    deriveBatonTag: (passed_question, receiver_pk) =>
      batonTag(passed_question, String(receiver_pk)),
    deriveStarterTag: (starter, n) => starterTag(starter, String(n)),
    deriveStarterPseudonym: (receiver_pk, starter) =>
      starterPseudonym(String(receiver_pk), starter),
    deriveStopTag: (sender, n) => stopTag(sender, String(n)),
    deriveLikeActor: (actor) => likeActor(actor),
    deriveLikeToggleTag: (actor, idempotency_key) => likeToggleTag(actor, idempotency_key),
    deriveNoticeTag: (owner, kind, subject) => noticeTag(owner, kind, subject),
    deriveReadStateOwner: (owner) => readStateOwner(owner),
    deriveOutsideId: (account, origin) => outsideId(account, origin).toString("base64url"),
    deriveAdoptedVisitorTag: (visitor) => adoptedVisitorTag(visitor),
    deriveClosedHandleTag: (handle) => closedHandleTag(handle.toLowerCase()),
    deriveLimitKey: (...parts) => limitKey(...parts).toString("base64url"),
    event_channel: `toibako:events:${eventChannel().toString("base64url")}`,
    deriveEventOwner: (owner) => eventOwner(owner).toString("base64url"),
    deriveLockKey: (...parts) => String(lockKey(...parts).readBigInt64BE(0)),
    deriveNumber: (min, max, ...parts) =>
      min + (numberKey(...parts).readUInt32BE(0) % (max - min + 1)),
    deriveChallengeKey: (part) => challengeKey(part).toString("hex"),
    deriveVapidKey: () => vapidKey(),
    deriveKnownBrowserMark: ({ user_pk, credentials, browser_id }) =>
      knownBrowser(String(user_pk), credentials, browser_id).toString("base64url"),
    deriveMailNetworkTag: (network, email) => mailNetworkTag(network, email.toLowerCase()),
    deriveRecoveryCodeHash: (user_pk, code) => recoveryCode(String(user_pk), code),
    deriveLeaverTag: (id) => leaver(id).toString("base64url"),
    deriveBackupKeyCheck: () => backupKeyCheck().toString("base64url"),
    deriveArchiveKey: (storage_key) => archiveKey(storage_key),
    deriveBroughtAnswerId: (user_pk, content, occurrence) =>
      broughtAnswer(String(user_pk), content, String(occurrence)).toString("base64url"),
    deriveCsrfToken: (session) => csrf(session ?? "").toString("base64url"),
    createVisitorToken: (caller, key, now) => {
      const content = Buffer.alloc(visitorNameBytes + visitorHourBytes);
      // With the day, the same idempotency key gives another visitor on the next day.
      (key === undefined
        ? randomBytes(visitorNameBytes)
        : visitorName(caller, key, formatDay(now))
      ).copy(content);
      content.writeUInt32BE(Math.floor(now.getTime() / millisecondsPerHour), visitorNameBytes);
      return Buffer.concat([content, visitorMark(content)]).toString("base64url");
    },
    readVisitorHour: (token) => {
      const parts = readVisitorToken(token);
      return parts && new Date(parts.hours * millisecondsPerHour);
    },
    derivePublicId: (actor, key) => id(actor, key).toString("base64url"),
    seal: (text, owner, length) => {
      const nonce = randomBytes(nonceBytes);
      const plain = length === undefined ? Buffer.from(text) : padText(text, length);
      const cipher = createCipheriv("aes-256-gcm", sealKey, nonce).setAAD(Buffer.from(owner));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    unseal: (sealed, owner) => {
      const bytes = Buffer.from(sealed);
      try {
        // Otherwise Node would accept a truncated text with a shorter tag, which is easier to guess.
        const options = { authTagLength: authTagBytes };
        const nonce = bytes.subarray(0, nonceBytes);
        const decipher = createDecipheriv("aes-256-gcm", sealKey, nonce, options);
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-authTagBytes));
        const encrypted = bytes.subarray(nonceBytes, -authTagBytes);
        const plain = Buffer.concat([decipher.update(encrypted), decipher.final()]);
        // Without the zero bytes of the padding.
        return plain.subarray(0, plain.indexOf(0) < 0 ? undefined : plain.indexOf(0)).toString();
      } catch {
        return undefined;
      }
    },
  };
}

const visitorPrefix = Buffer.from("visitor:");

/** Pads with zero bytes to `length` bytes. */
function padText(text: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (Buffer.byteLength(text) > length) throw new Error(`a sealed text is over ${length} bytes`);
  bytes.write(text);
  return bytes;
}

/** 128 random bits as 22 characters. */
export function createPublicId(): string {
  return randomBytes(16).toString("base64url");
}

/** 256 random bits as 43 characters, for cookies and authorization requests. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
