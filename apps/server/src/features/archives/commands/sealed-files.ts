import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Services } from "#platform/services.ts";

// Archives contain the questions that an account has sent, so they are stored encrypted, with a key derived from the
// secret key. Counter mode encrypts files of any length as streams. A file begins with its nonce.
const cipherName = "aes-256-ctr";
const nonceBytes = 16;

type FileServices = Pick<Services, "storage" | "secrets">;

/** Encrypts and stores a file; returns the length of `content` in bytes. */
export async function writeSealedFile(
  { storage, secrets }: FileServices,
  storage_key: string,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<number> {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, secrets.deriveArchiveKey(storage_key), nonce);
  let bytes = 0;
  async function* encrypt() {
    yield nonce;
    for await (const chunk of content) {
      bytes += chunk.length;
      yield cipher.update(chunk);
    }
  }
  await storage.writeStream(storage_key, Readable.from(encrypt(), { objectMode: false }));
  return bytes;
}

/** Reads and decrypts a file; undefined if it does not exist. */
export async function readSealedFile(
  { storage, secrets }: FileServices,
  storage_key: string,
): Promise<Readable | undefined> {
  const stored = await storage.readStream(storage_key);
  if (!stored) return undefined;
  const chunks = stored as AsyncIterable<Buffer>;
  async function* decrypt() {
    const key = secrets.deriveArchiveKey(storage_key);
    let beginning = Buffer.alloc(0);
    let decipher: ReturnType<typeof createDecipheriv> | undefined;
    for await (const chunk of chunks) {
      if (decipher) {
        yield decipher.update(chunk);
        continue;
      }
      beginning = Buffer.concat([beginning, chunk]);
      if (beginning.length < nonceBytes) continue;
      decipher = createDecipheriv(cipherName, key, beginning.subarray(0, nonceBytes));
      yield decipher.update(beginning.subarray(nonceBytes));
    }
  }
  return Readable.from(decrypt(), { objectMode: false });
}
