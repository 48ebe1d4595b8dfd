import { minPasswordLength } from "@toibako/contract/accounts.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { normalizePassword } from "./passwords.ts";

/** How many of the most common passwords are refused. */
const refusedPasswordsCount = 10_000;

let refusedPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the most common passwords. Omits those below the minimum length, which the schema refuses. */
async function loadRefusedPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const mostCommonPasswords = dictionary["passwords-common"].slice(0, refusedPasswordsCount);
  return new Set(mostCommonPasswords.filter((password) => password.length >= minPasswordLength));
}

/** Whether a password is one of the most common ones, in any letter case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // After a failure, the next call loads the list again.
  refusedPasswords ??= loadRefusedPasswords().catch((error: unknown) => {
    refusedPasswords = undefined;
    throw error;
  });
  return (await refusedPasswords).has(normalizePassword(password).toLowerCase());
}

/** Refuses the most common passwords with an error at `field`. */
export async function refuseCommonPassword(field: string, password: string): Promise<void> {
  if (await isCommonPassword(password)) throw createFieldFailure(field, "common_password");
}
