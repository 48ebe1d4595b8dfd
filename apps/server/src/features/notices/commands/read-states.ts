import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { transaction } from "#platform/database/transaction.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { enqueueSql } from "#platform/jobs/enqueue.ts";
import { rewriteSmallTablesJob } from "../job-definitions.ts";
import { emptyReadState, type ReadState, sealReadState, unsealReadState } from "../policy.ts";

// Inserts the states that don't exist yet, in the order in which `lockStates` locks them.
const insertStates = statement(
  "notices.insertReadStates",
  `
  insert into read_states (owner_key, sealed)
  select given.owner_key, given.sealed
  from unnest(:owner_keys::bytea[], :sealed::bytea[]) as given (owner_key, sealed)
  order by given.owner_key
  on conflict do nothing`,
);
// Locks the rows in a fixed order, so that simultaneous transactions don't deadlock.
const lockStates = statement(
  "notices.lockReadStates",
  `
  select owner_key, sealed from read_states where owner_key = any(:owner_keys::bytea[])
  order by owner_key for update`,
);
const updateStates = statement(
  "notices.updateReadStates",
  `
  update read_states set sealed = given.sealed
  from unnest(:owner_keys::bytea[], :sealed::bytea[]) as given (owner_key, sealed)
  where read_states.owner_key = given.owner_key`,
);
const deleteState = statement(
  "notices.deleteReadState",
  "delete from read_states where owner_key = :owner_key",
);

/**
 * Locks the states of these people, lets `change` edit them in place, and stores them together with the
 * rows that `change` writes: in the transaction of `db` if there is one, otherwise in one of its own.
 */
export async function changeReadStates(
  db: Db,
  secrets: Secrets,
  identities: readonly Buffer[],
  change: (db: Db, findState: (identity: Buffer) => ReadState) => Promise<void>,
): Promise<void> {
  if (identities.length === 0) return;
  if (!db.isTransaction) {
    return transaction(db, (db) => changeReadStates(db, secrets, identities, change));
  }
  const deriveOwner = (identity: Buffer) => secrets.deriveReadStateOwner(identity).toString("hex");
  const owners = [...new Set(identities.map(deriveOwner))];
  const owner_keys = owners.map((owner) => Buffer.from(owner, "hex"));
  const sealedEmpty = owner_keys.map((owner_key) =>
    sealReadState(secrets, owner_key, emptyReadState),
  );
  await insertStates(db, { owner_keys, sealed: sealedEmpty });
  const rows = await lockStates(db, { owner_keys });
  const states = new Map(
    rows.map((row) => [Buffer.from(row.owner_key).toString("hex"), unsealReadState(secrets, row)]),
  );
  const requireState = (owner: string) => {
    const state = states.get(owner);
    if (!state) throw new Error("this read state isn't locked");
    return state;
  };
  await change(db, (identity) => requireState(deriveOwner(identity)));
  const sealed = owner_keys.map((owner_key) =>
    sealReadState(secrets, owner_key, requireState(owner_key.toString("hex"))),
  );
  await updateStates(db, { owner_keys, sealed });
}

const selectBatch = statement(
  "notices.selectReadStatesAfter",
  `
  select owner_key, sealed from read_states where owner_key > :after_key
  order by owner_key limit 200`,
);
// Leaves out the states that somebody has changed since they were read: they are sealed anew already.
const updateUnchanged = statement(
  "notices.resealReadStates",
  `
  with locked_states as (
    select owner_key from read_states where owner_key = any(:owner_keys::bytea[])
    order by owner_key for no key update
  )
  update read_states set sealed = given.resealed
  from unnest(:owner_keys::bytea[], :sealed::bytea[], :resealed::bytea[]) as given (owner_key, sealed, resealed)
    join locked_states on locked_states.owner_key = given.owner_key
  where read_states.owner_key = given.owner_key and read_states.sealed = given.sealed`,
);

/**
 * Seals every state anew, so that a comparison of two copies of the database doesn't show which states changed.
 * Rows are locked only by the statement that writes one batch.
 */
export async function resealReadStates(db: Db, secrets: Secrets): Promise<void> {
  let after_key: Buffer | undefined = Buffer.alloc(0);
  while (after_key) {
    const rows: Row<"notices.selectReadStatesAfter">[] = await selectBatch(db, { after_key });
    const owner_keys = rows.map(({ owner_key }) => Buffer.from(owner_key));
    await updateUnchanged(db, {
      owner_keys,
      sealed: rows.map(({ sealed }) => Buffer.from(sealed)),
      resealed: rows.map((row) =>
        sealReadState(secrets, Buffer.from(row.owner_key), unsealReadState(secrets, row)),
      ),
    });
    after_key = owner_keys.at(-1);
  }
}

export async function deleteReadState(db: Db, secrets: Secrets, identity: Buffer): Promise<void> {
  await deleteState(db, { owner_key: secrets.deriveReadStateOwner(identity) });
}

/**
 * Enqueues the rewriting of small tables, unless a job for it is already waiting. The states of jobs are
 * ordered, and those before `active` wait.
 */
export const enqueueNoticesRewrite = statement(
  "notices.enqueueRewrite",
  enqueueSql(
    [rewriteSmallTablesJob],
    `(
      select where not exists (
        select from pgboss.job where name = '${rewriteSmallTablesJob.name}' and state < 'active'
      )
    ) as once`,
  ),
);
