import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { unsealIdentities } from "#platform/identity/session.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";

/** Senders and addresses are padded to these lengths before they are sealed, so that their length reveals nothing. */
const paddedSenderBytes = 64;
const paddedAddressBytes = 48;

/** Seals the sender of a question, as an account's key or a visitor's identity, and the sender's IP address. */
export function sealSender(
  secrets: Secrets,
  uuid_hash: string,
  { identity, user_pk, address }: { identity: Buffer; user_pk: number | null; address?: string },
) {
  const record = user_pk === null ? { visitor: identity.toString("hex") } : { user_pk };
  return {
    sender: secrets.seal(JSON.stringify(record), uuid_hash, paddedSenderBytes),
    address: address === undefined ? null : secrets.seal(address, uuid_hash, paddedAddressBytes),
  };
}

const selectSealedRecord = statement(
  "questions.selectSealedRecord",
  `
  select sealed_senders.sender, sealed_senders.address
  from questions q join sealed_senders on sealed_senders.question_pk = q.pk
  where q.uuid_hash = :uuid_hash`,
);

/** Seals the sender and the address of a question again, for the question's new id. */
export async function resealSender(db: Db, secrets: Secrets, uuid_hash: string, new_id: string) {
  const [record] = await selectSealedRecord(db, { uuid_hash });
  const resealText = (sealed: Uint8Array | null | undefined, length: number) => {
    const text = sealed && secrets.unseal(sealed, uuid_hash);
    return text ? secrets.seal(text, new_id, length) : null;
  };
  return {
    sender: resealText(record?.sender, paddedSenderBytes),
    address: resealText(record?.address, paddedAddressBytes),
  };
}

/** The sender of a question: as it was sealed or, for an adopted visitor, the account that adopted them. */
export interface QuestionSender {
  uuid_hash: string;
  /** The account that asked, or the account that the visitor has signed in to since. */
  user_pk: number | undefined;
  /** The identity of the account in `user_pk`, or else of the visitor that asked. */
  identity: Buffer;
}

const selectSealedSenders = statement(
  "questions.selectSealedSenders",
  `
  select q.uuid_hash, sealed_senders.sender
  from questions q join sealed_senders on sealed_senders.question_pk = q.pk
  where q.uuid_hash = any(:uuid_hashes::text[])`,
);

const selectAdopters = statement(
  "questions.selectAdopters",
  "select visitor_tag, user_pk from adopted_visitors where visitor_tag = any(:visitor_tags::bytea[])",
);

/**
 * Unseals the senders of questions with the secret key, for notices of answers, withdrawals and reports.
 * No part of the result may go into a response.
 */
export async function unsealSenders(
  db: Db,
  secrets: Secrets,
  uuid_hashes: readonly string[],
): Promise<QuestionSender[]> {
  const unsealed = (await selectSealedSenders(db, { uuid_hashes })).flatMap(
    (row) => unsealSender(secrets, row) ?? [],
  );
  const visitors = unsealed.filter(({ user_pk }) => user_pk === undefined);
  if (visitors.length === 0) return unsealed;
  const visitor_tags = visitors.map(({ identity }) => secrets.deriveAdoptedVisitorTag(identity));
  const adopterOf = new Map(
    (await selectAdopters(db, { visitor_tags })).map((row) => [
      Buffer.from(row.visitor_tag).toString("hex"),
      row.user_pk,
    ]),
  );
  return unsealed.map((sender) => {
    if (sender.user_pk !== undefined) return sender;
    const user_pk = adopterOf.get(secrets.deriveAdoptedVisitorTag(sender.identity).toString("hex"));
    if (user_pk === undefined) return sender;
    return { ...sender, user_pk, identity: secrets.deriveAccountIdentity(user_pk) };
  });
}

function unsealSender(
  secrets: Secrets,
  { uuid_hash, sender }: Row<"questions.selectSealedSenders">,
): QuestionSender | undefined {
  const text = secrets.unseal(sender, uuid_hash);
  if (text === undefined) return undefined;
  const record = JSON.parse(text) as { user_pk?: number; visitor?: string };
  const identity =
    record.user_pk === undefined
      ? Buffer.from(record.visitor ?? "", "hex")
      : secrets.deriveAccountIdentity(record.user_pk);
  return { uuid_hash, user_pk: record.user_pk, identity };
}

/** What two members of staff may read of a question. */
export interface OpenedRecord {
  user_pk: number | undefined;
  /** Undefined after 90 days. */
  address: string | undefined;
}

/**
 * Opens the sealed record of a question for staff; undefined if there is none any more. Only after two of them have
 * agreed: no other endpoint may return a part of the result.
 */
export async function openSealedRecord(
  db: Db,
  secrets: Secrets,
  uuid_hash: string,
): Promise<OpenedRecord | undefined> {
  const [sender] = await unsealSenders(db, secrets, [uuid_hash]);
  if (!sender) return undefined;
  const [record] = await selectSealedRecord(db, { uuid_hash });
  const address = record?.address ? secrets.unseal(record.address, uuid_hash) : undefined;
  return { user_pk: sender.user_pk, address };
}

/** Finds the sender of a question if it is the viewer; otherwise undefined. */
export async function findOwnSender(
  db: Db,
  secrets: Secrets,
  viewer: Viewer,
  uuid_hash: string,
): Promise<QuestionSender | undefined> {
  const [sender] = await unsealSenders(db, secrets, [uuid_hash]);
  return sender && listOwnIdentities(viewer).some((identity) => identity.equals(sender.identity))
    ? sender
    : undefined;
}

const selectAdoptedIdentities = statement(
  "questions.selectAdoptedIdentities",
  "select sealed_identity from adopted_visitors where user_pk = :user_pk",
);

/** Finds every identity under which the sender of a question may have sent other questions. */
export async function findSenderIdentities(
  db: Db,
  secrets: Secrets,
  uuid_hash: string,
): Promise<Buffer[]> {
  const [sender] = await unsealSenders(db, secrets, [uuid_hash]);
  if (!sender) return [];
  if (sender.user_pk === undefined) return [sender.identity];
  const sealed = await listSealedIdentities(db, sender.user_pk);
  return [sender.identity, ...unsealIdentities(secrets, sender.user_pk, sealed)];
}

/** Lists the sealed identities of the visitors who have signed in to an account. */
export async function listSealedIdentities(db: Db, user_pk: number): Promise<Uint8Array[]> {
  return (await selectAdoptedIdentities(db, { user_pk })).map((row) => row.sealed_identity);
}
