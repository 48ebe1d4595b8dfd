import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { emptyReadState, type ReadState, type ReadStateKind, unsealReadState } from "../policy.ts";

const selectStates = statement(
  "notices.selectReadStates",
  "select owner_key, sealed from read_states where owner_key = any(:owner_keys::bytea[])",
);
/** Reads the states of these owners, in their order. */
export async function listReadStates(
  db: Db,
  secrets: Secrets,
  owners: readonly { identity: Buffer; kind: ReadStateKind }[],
): Promise<ReadState[]> {
  const owner_keys = owners.map((owner) => secrets.readStateOwner(owner.identity, owner.kind));
  const rows = await selectStates(db, { owner_keys });
  return owner_keys.map((owner_key) => {
    const row = rows.find((row) => owner_key.equals(row.owner_key));
    return row ? unsealReadState(secrets, row) : structuredClone(emptyReadState);
  });
}

/** Reads both states of a person. */
export async function findReadStates(
  db: Db,
  secrets: Secrets,
  identity: Buffer,
): Promise<Record<ReadStateKind, ReadState>> {
  const [answers, others] = await listReadStates(db, secrets, [
    { identity, kind: "answers" },
    { identity, kind: "others" },
  ]);
  return { answers: answers ?? emptyReadState, others: others ?? emptyReadState };
}
