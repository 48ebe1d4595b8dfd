import { hash, verify } from "@node-rs/argon2";
import { createWorkQueue } from "#platform/limits/work-queue.ts";

/**
 * Hashing takes 19 MB and one of Node's four pool threads. At most two run at once, which leaves two for
 * files, DNS and compression. At most 200 wait, two or three seconds; the networks of `ip` take turns.
 */
const queue = createWorkQueue(2, 200);

// Verified where there is no hash, so that the response time doesn't tell whether the account exists.
const decoy = await hash("nobody has this password");

export function hashPassword(ip: string, password: string): Promise<string> {
  return queue.run(ip, () => hash(password));
}

/** Whether the password has this hash; takes as long if there is none. */
export async function verifyPassword(
  ip: string,
  password_hash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await queue.run(ip, () => verify(password_hash ?? decoy, password));
  return isRight && typeof password_hash === "string";
}
