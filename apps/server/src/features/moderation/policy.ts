import type { Secrets } from "#platform/identity/secrets.ts";

/**
 * Lists the pseudonyms under which an account may block a sender: because of a question, a baton or a talk, or by name.
 * Whoever is blocked in one of these ways can send nothing in another. The first of the sender's identities is their own,
 * the others are those of adopted visitors. Nobody can block a visitor by name or because of a talk; these pseudonyms
 * are listed for visitors as well, so that the same is compared for every sender.
 */
export function listPseudonyms(
  secrets: Secrets,
  receiver_pk: number,
  identities: readonly [Buffer, ...Buffer[]],
): Buffer[] {
  return [
    ...listAnonymousPseudonyms(secrets, receiver_pk, identities),
    secrets.deriveNamedPseudonym(receiver_pk, identities[0]),
  ];
}

/** The pseudonyms of `listPseudonyms` without the one by name. */
export function listAnonymousPseudonyms(
  secrets: Secrets,
  receiver_pk: number,
  identities: readonly [Buffer, ...Buffer[]],
): Buffer[] {
  const pseudonyms = identities.flatMap((identity) => [
    secrets.deriveSenderPseudonym(receiver_pk, identity),
    secrets.deriveBatonPseudonym(receiver_pk, identity),
  ]);
  return [...pseudonyms, secrets.deriveStarterPseudonym(receiver_pk, identities[0])];
}

/** How many different tags the stops of one sender have. */
const maxStops = 8;

/** Lists the tags under which staff may have stopped a sender with these identities. */
export function listStopTags(secrets: Secrets, identities: readonly Buffer[]): Buffer[] {
  const numbers = Array.from({ length: maxStops }, (_, index) => index + 1);
  return identities.flatMap((identity) => numbers.map((n) => secrets.deriveStopTag(identity, n)));
}

/** SQL condition: staff have stopped the sender with the tags `:stop_tags` of `listStopTags`. */
export const isStoppedSql = `
  exists (
    select from stopped_senders where tag = any(:stop_tags::bytea[]) and ends_on > current_date
  )`;

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
