import type { Secrets } from "#platform/identity/secrets.ts";

/** Accounts' keys are padded to this length, so that all sealed keys have the same length. */
const paddedAccountBytes = 24;

/** Seals the account of a block by name, bound to the id of the block. */
export function sealBlockedAccount(secrets: Secrets, block_id: string, user_pk: number): Buffer {
  return secrets.seal(String(user_pk), block_id, paddedAccountBytes);
}

export function unsealBlockedAccount(
  secrets: Secrets,
  block_id: string,
  sealed: Uint8Array,
): number | undefined {
  const user_pk = secrets.unseal(sealed, block_id);
  return user_pk === undefined ? undefined : Number(user_pk);
}
