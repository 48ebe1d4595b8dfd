import { createReadStream, existsSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "./format.ts";

/** Creates the key pair of backups: the secret key opens them, the public key can only make them. */
export async function createBackupKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Creates the encrypter of backups from BACKUP_RECIPIENT; throws if it is missing or no public key. */
export function createEncrypter(recipient: string | undefined): Encrypter {
  if (!recipient)
    throw new BackupError(
      "BACKUP_RECIPIENT is not set: the public key that `npm run backup -- key` prints.",
    );
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new BackupError("BACKUP_RECIPIENT is no public key of age, which begins with age1.");
  }
  return encrypter;
}

/** Reads BACKUP_IDENTITY: a secret key of age, or the path of a file with one. */
export function readIdentity(text: string | undefined): string {
  if (!text)
    throw new BackupError(
      "BACKUP_IDENTITY is not set: the secret key of the backups, or a file with it.",
    );
  const content = text.startsWith("AGE-") || !existsSync(text) ? text : readFileSync(text, "utf8");
  const identity = content.split(/\s+/).find((word) => word.startsWith("AGE-SECRET-KEY-"));
  if (identity) return identity;
  throw new BackupError("BACKUP_IDENTITY is neither a secret key of age nor a file with one.");
}

/** Opens an encrypted file. The stream fails at the first part that was changed, or if the end is missing. */
export async function decryptFile(file: string, identity: string): Promise<Readable> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new BackupError("BACKUP_IDENTITY is damaged.");
  }
  const encrypted = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  try {
    const plain = await decrypter.decrypt(encrypted);
    return Readable.from(plain);
  } catch (error) {
    const isOtherKey = error instanceof Error && error.message.startsWith("no identity matched");
    throw new BackupError(
      isOtherKey
        ? `BACKUP_IDENTITY does not open ${file}: it was made for another key.`
        : `${file} is damaged at its beginning, or no backup.`,
    );
  }
}
