import { hash, verify } from "@node-rs/argon2";
import { createWorkQueue } from "#platform/limits/work-queue.ts";

/**
 * Computing a hash takes 19 MB of memory and one of the four threads of Node's pool. At most two
 * hashes are computed at once, which leaves two threads for files, DNS and compression. At most 200
 * calls wait, which takes two or three seconds at most; subscribers (see `findSubscriber`) take turns.
 */
const queue = createWorkQueue("passwords", 2, 200);

// The hash to verify if an account has none or doesn't exist, so that the response time doesn't
// reveal it.
const decoy = await hash("nobody has this password");

/**
 * One spelling of a password: keyboards write the same letters in full width or half width, composed or decomposed.
 */
export const normalizePassword = (password: string) => password.normalize("NFKC");

/** Hashes a password. `ip` is the caller's IP address, by which the queue lets subscribers take turns. */
export function hashPassword(ip: string, password: string): Promise<string> {
  return queue.run(ip, () => hash(normalizePassword(password)));
}

/**
 * Whether the password has this hash; without a hash, the check takes the same time and fails. For `ip`, see
 * `hashPassword`.
 */
export async function verifyPassword(
  ip: string,
  password_hash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const check = (spelling: string) => queue.run(ip, () => verify(password_hash ?? decoy, spelling));
  const normalized = normalizePassword(password);
  const isRight =
    (await check(normalized)) ||
    // Earlier releases hashed passwords as typed.
    (normalized !== password && (await check(password)));
  return isRight && typeof password_hash === "string";
}
