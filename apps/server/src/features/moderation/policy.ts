import type { Secrets } from "#platform/identity/secrets.ts";

/** Length in bytes to which an account's key is padded, so that the sealed key doesn't show its length. */
const sealedLength = 24;

/** Seals the account of a block by name, bound to the id of the block. */
export function sealBlockedAccount(secrets: Secrets, block_id: string, user_pk: number): Buffer {
  return secrets.seal(String(user_pk), block_id, sealedLength);
}

export function unsealBlockedAccount(
  secrets: Secrets,
  block_id: string,
  sealed: Uint8Array,
): number | undefined {
  const user_pk = secrets.unseal(sealed, block_id);
  return user_pk === undefined ? undefined : Number(user_pk);
}
