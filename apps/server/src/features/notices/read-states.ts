import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";

/**
 * What somebody has not looked at. It is sealed: rows of notices and of unread answers name no owner and
 * don't change when they are seen, so that nothing tells which of them are one person's.
 */
export interface ReadState {
  /** When the owner last opened their notices, ISO 8601; empty before. Later notices are new. */
  seen_at: string;
  unseen_notices: number;
  /** Of the owner's sent questions; always 0 for "others". */
  unread_answers: number;
}

/**
 * Answers to what somebody asked, or what their account received. Two records, because the second kind
 * could be matched with the account.
 */
export type ReadStateSubject = "answers" | "others";

const emptyReadState: ReadState = { seen_at: "", unseen_notices: 0, unread_answers: 0 };

/** Length in bytes to which every record is padded. */
const sealedLength = 128;

const selectStates = statement(
  "notices.selectReadStates",
  "select owner_key, sealed from read_states where owner_key = any(:owner_keys::bytea[])",
);
const insertStates = statement(
  "notices.insertReadStates",
  `
  insert into read_states (owner_key, sealed)
  select given.owner_key, given.sealed
  from unnest(:owner_keys::bytea[], :sealed::bytea[]) as given (owner_key, sealed)
  order by given.owner_key
  on conflict do nothing`,
);
// In one order, so that simultaneous transactions don't deadlock.
const lockStates = statement(
  "notices.lockReadStates",
  `
  select owner_key, sealed from read_states where owner_key = any(:owner_keys::bytea[])
  order by owner_key for update`,
);
const updateStates = statement(
  "notices.updateReadStates",
  `
  update read_states s set sealed = given.sealed
  from unnest(:owner_keys::bytea[], :sealed::bytea[]) as given (owner_key, sealed)
  where s.owner_key = given.owner_key`,
);
const deleteState = statement(
  "notices.deleteReadState",
  "delete from read_states where owner_key = :owner_key",
);

/** Reads the states of these owners, in their order. */
export async function listReadStates(
  db: Db,
  secrets: Secrets,
  owners: readonly { identity: Buffer; subject: ReadStateSubject }[],
): Promise<ReadState[]> {
  const owner_keys = owners.map((owner) => secrets.readStateOwner(owner.identity, owner.subject));
  const rows = await selectStates(db, { owner_keys });
  return owner_keys.map((owner_key) => {
    const row = rows.find((row) => owner_key.equals(row.owner_key));
    return row ? unsealReadState(secrets, row) : { ...emptyReadState };
  });
}

/** Reads both states of a person. */
export async function findReadStates(
  db: Db,
  secrets: Secrets,
  identity: Buffer,
): Promise<Record<ReadStateSubject, ReadState>> {
  const [answers, others] = await listReadStates(db, secrets, [
    { identity, subject: "answers" },
    { identity, subject: "others" },
  ]);
  return { answers: answers ?? emptyReadState, others: others ?? emptyReadState };
}

/**
 * Locks the states of these people, lets `change` edit them in place, and stores them: in this
 * transaction or in one of its own, together with the rows that `change` writes.
 */
export async function changeReadStates(
  db: Db,
  secrets: Secrets,
  subject: ReadStateSubject,
  identities: readonly Buffer[],
  change: (db: Db, findState: (identity: Buffer) => ReadState) => Promise<void>,
): Promise<void> {
  if (identities.length === 0) return;
  if (!db.isTransaction) {
    return db
      .transaction()
      .execute((db) => changeReadStates(db, secrets, subject, identities, change));
  }
  const findOwner = (identity: Buffer) => secrets.readStateOwner(identity, subject).toString("hex");
  const owners = [...new Set(identities.map(findOwner))];
  const owner_keys = owners.map((owner) => Buffer.from(owner, "hex"));
  const seal = (state: ReadState, owner: string) =>
    secrets.seal(JSON.stringify(state), owner, sealedLength);
  const empty = owners.map((owner) => seal(emptyReadState, owner));
  await insertStates(db, { owner_keys, sealed: empty });
  const rows = await lockStates(db, { owner_keys });
  const states = new Map(
    rows.map((row) => [Buffer.from(row.owner_key).toString("hex"), unsealReadState(secrets, row)]),
  );
  const findState = (owner: string) => {
    const state = states.get(owner);
    if (!state) throw new Error("this read state isn't locked");
    return state;
  };
  await change(db, (identity) => findState(findOwner(identity)));
  const sealed = owners.map((owner) => seal(findState(owner), owner));
  await updateStates(db, { owner_keys, sealed });
}

export async function deleteReadState(
  db: Db,
  secrets: Secrets,
  subject: ReadStateSubject,
  identity: Buffer,
): Promise<void> {
  await deleteState(db, { owner_key: secrets.readStateOwner(identity, subject) });
}

function unsealReadState(
  secrets: Secrets,
  { owner_key, sealed }: { owner_key: Uint8Array; sealed: Uint8Array },
): ReadState {
  const text = secrets.unseal(sealed, Buffer.from(owner_key).toString("hex"));
  return text === undefined ? { ...emptyReadState } : (JSON.parse(text) as ReadState);
}
