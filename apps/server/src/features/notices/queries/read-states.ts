import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
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

/** A viewer's states of each kind: that of their own identity first, then those of adopted visitors. */
export type OwnReadStates = Record<ReadStateKind, readonly ReadState[]>;

const statesOfRequest = new WeakMap<Viewer, Promise<OwnReadStates>>();

/**
 * Reads all states of a viewer. A page shows several counts that depend on them, so they are read
 * once per request: every request has a `Viewer` object of its own.
 */
export function readOwnStates(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<OwnReadStates> {
  const known = statesOfRequest.get(viewer);
  if (known) return known;
  const states = selectOwnStates(services, viewer);
  statesOfRequest.set(viewer, states);
  // A read that is retried must not get the same error again.
  states.catch(() => statesOfRequest.delete(viewer));
  return states;
}

async function selectOwnStates(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<OwnReadStates> {
  const identities = listOwnIdentities(viewer);
  if (identities.length === 0) return { answers: [], others: [] };
  const states = await listReadStates(db, secrets, [
    ...identities.map((identity) => ({ identity, kind: "answers" as const })),
    ...identities.map((identity) => ({ identity, kind: "others" as const })),
  ]);
  return {
    answers: states.slice(0, identities.length),
    others: states.slice(identities.length),
  };
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
