import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import type { Secrets } from "#platform/identity/secrets.ts";
import { listOwnIdentities, type Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import {
  countShown,
  createDayReader,
  emptyReadState,
  type ReadState,
  unsealReadState,
} from "../policy.ts";

const selectStates = statement(
  "notices.selectReadStates",
  "select owner_key, sealed from read_states where owner_key = any(:owner_keys::bytea[])",
);

/** Reads the states of these people, in the order of `identities`. */
export async function listReadStates(
  db: Db,
  secrets: Secrets,
  identities: readonly Buffer[],
): Promise<ReadState[]> {
  const owner_keys = identities.map((identity) => secrets.deriveReadStateOwner(identity));
  return unsealStates(secrets, owner_keys, await selectStates(db, { owner_keys }));
}

/** Unseals the states with these keys, in the order of `owner_keys`. The state of a key without a row is empty. */
function unsealStates(
  secrets: Secrets,
  owner_keys: readonly Buffer[],
  rows: readonly Row<"notices.selectReadStates">[],
): ReadState[] {
  return owner_keys.map((owner_key) => {
    const row = rows.find((row) => owner_key.equals(row.owner_key));
    return row ? unsealReadState(secrets, row) : structuredClone(emptyReadState);
  });
}

/** The count of unseen notices considers only this number of received ones. */
const maxCountedNotices = 1_000;

// Every page of an account shows badges and counts that come from these tables, so one statement reads them: a row for
// each state that exists, one for each badge, and one for the unseen notices of each kind, type of question and hour.
const selectStatesAndBadges = statement(
  "notices.selectStatesAndBadges",
  `
  with own_states as (
    select owner_key, sealed from read_states where owner_key = any(:owner_keys::bytea[])
  ), own_badges as (
    select keyword, uuid_hash from badges where user_pk = :user_pk?::bigint
  ), unseen_notices as (
    select kind, detail, happened_hour from received_notices
    where user_pk = :user_pk?::bigint and not is_seen limit ${maxCountedNotices}
  )
  select owner_key, sealed, null::text as keyword, null::text as uuid_hash,
    null::text as kind, null::text as detail, null::timestamptz as happened_hour, 0 as "count!" from own_states
  union all
  select null, null, keyword, uuid_hash, null, null, null, 0 from own_badges
  union all
  select null, null, null, null, kind, detail, happened_hour, count(*)::int from unseen_notices
  group by kind, detail, happened_hour
  order by keyword nulls first`,
);

/**
 * The read states and badges of a viewer, and the number of unseen notices of what their account received, as the list
 * shows them.
 */
export interface StatesAndBadges {
  /** First the state of the viewer's own identity, then those of adopted visitors. */
  states: readonly ReadState[];
  badges: { keyword: string; uuid_hash: string }[];
  unseen_received: number;
}

const readsOfViewers = new WeakMap<Viewer, Promise<StatesAndBadges>>();

/**
 * Reads the states and badges of a viewer, once per request, because a page shows several counts that
 * depend on them. The key of the cache is the `Viewer` object. Each request has its own. Only visitors without a
 * cookie share one (`anonymousViewer`), and they have neither states nor badges.
 */
export function readCachedStatesAndBadges(
  services: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<StatesAndBadges> {
  const cached = readsOfViewers.get(viewer);
  if (cached) return cached;
  const read = findStatesAndBadges(services, viewer);
  readsOfViewers.set(viewer, read);
  // An error isn't cached, so that a later read in this request can succeed.
  read.catch(() => readsOfViewers.delete(viewer));
  return read;
}

async function findStatesAndBadges(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  viewer: Viewer,
): Promise<StatesAndBadges> {
  const identities = listOwnIdentities(viewer);
  if (identities.length === 0) return { states: [], badges: [], unseen_received: 0 };
  const owner_keys = identities.map((identity) => secrets.deriveReadStateOwner(identity));
  const rows = await selectStatesAndBadges(db, { owner_keys, user_pk: viewer.user?.pk ?? null });
  const stored = rows.flatMap(({ owner_key, sealed }) =>
    owner_key === null || sealed === null ? [] : { owner_key, sealed },
  );
  return {
    states: unsealStates(secrets, owner_keys, stored),
    badges: rows.flatMap(({ keyword, uuid_hash }) =>
      keyword === null || uuid_hash === null ? [] : { keyword, uuid_hash },
    ),
    unseen_received: countUnseen(viewer, rows),
  };
}

function countUnseen(
  { user }: Viewer,
  rows: readonly Row<"notices.selectStatesAndBadges">[],
): number {
  if (!user) return 0;
  const unseen = rows.flatMap(({ kind, detail, happened_hour, count }) =>
    kind === null || happened_hour === null
      ? []
      : { kind, detail, happened_hour: happened_hour.toISOString(), count },
  );
  return countShown(unseen, createDayReader(user));
}
