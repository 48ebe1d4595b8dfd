import {
  type CommunityTutorialStatus,
  communityTutorialStatuses,
  maxJoinedCommunities,
} from "@toibako/contract/communities.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { lockThen, transaction } from "#platform/database/transaction.ts";
import { Failure } from "#platform/http/failure.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { CommunityParameters } from "../policy.ts";
import { findCommunity, findCommunityKey, listJoined } from "../queries/communities.ts";

// Every change of memberships locks the account first: simultaneous changes of several places and member counts could
// otherwise deadlock, and take the same place.
const lockAccount = statement(
  "communities.lockAccount",
  "select pk from users where pk = :user_pk for no key update",
);

// Inserts a membership at the lowest free place of the locked account.
const insertMember = statement(
  "communities.insertMember",
  `
  with community as (
    select pk from communities where id = :community_id and category_id = :category_id
  ), memberships as (
    select community_pk, place from community_members where user_pk = :user_pk
  ), free_place as (
    select offered.place from generate_series(1, ${maxJoinedCommunities}) offered (place)
    where offered.place not in (select place from memberships)
    order by offered.place limit 1
  ), new_member as (
    insert into community_members (community_pk, user_pk, place)
    select community.pk, :user_pk, place from community, free_place
    where community.pk not in (select community_pk from memberships)
    on conflict do nothing
    returning community_pk
  ), updated_count as (
    update communities c set members_count = c.members_count + 1 from new_member
    where c.pk = new_member.community_pk
  )
  select exists (select from new_member)
      or community.pk in (select community_pk from memberships) as "is_member!",
    (select count(*) from memberships) + (select count(*) from new_member) as "joined_count!"
  from community`,
);

/**
 * Joins a community, unless the account is a member already. Returns how many communities the account may still join.
 * Throws `communities_full` if the account has joined the maximum number of other communities.
 */
async function insertMembership(
  db: Db,
  parameters: CommunityParameters,
  user_pk: number,
): Promise<number> {
  const [joined] = await lockThen(
    db,
    (db) => lockAccount(db, { user_pk }),
    (db) => insertMember(db, { ...parameters, user_pk }),
  );
  if (!joined) throw new Failure("not_found");
  if (!joined.is_member) throw new Failure("communities_full");
  return maxJoinedCommunities - joined.joined_count;
}

/** Builds the reply to a change of membership. `remaining` is how many communities the account may still join. */
async function describeMembership(
  db: Db,
  viewer: SignedIn,
  parameters: CommunityParameters,
  locale: Locale,
  remaining: number,
) {
  const details = await findCommunity(db, viewer, parameters, locale);
  if (!details) throw new Failure("not_found");
  return { community: details.community, remaining };
}

export async function joinCommunity(
  db: Db,
  viewer: SignedIn,
  parameters: CommunityParameters,
  locale: Locale,
) {
  const remaining = await insertMembership(db, parameters, viewer.user.pk);
  return describeMembership(db, viewer, parameters, locale, remaining);
}

const deleteMember = statement(
  "communities.deleteMember",
  `
  with former_member as (
    delete from community_members membership using communities c
    where c.pk = membership.community_pk and membership.user_pk = :user_pk
      and c.id = :community_id and c.category_id = :category_id
    returning membership.community_pk
  ), updated_count as (
    update communities c set members_count = c.members_count - 1 from former_member
    where c.pk = former_member.community_pk
  )
  select (select count(*) from community_members membership where membership.user_pk = :user_pk)
    - (select count(*) from former_member) as "joined_count!"`,
);

/** Leaves a community, unless the account isn't a member. */
export async function leaveCommunity(
  db: Db,
  viewer: SignedIn,
  parameters: CommunityParameters,
  locale: Locale,
) {
  const user_pk = viewer.user.pk;
  const [left] = await lockThen(
    db,
    (db) => lockAccount(db, { user_pk }),
    (db) => deleteMember(db, { ...parameters, user_pk }),
  );
  const remaining = maxJoinedCommunities - (left?.joined_count ?? 0);
  return describeMembership(db, viewer, parameters, locale, remaining);
}

const selectByIds = statement(
  "communities.selectByIds",
  "select id as community_id, category_id from communities where id = any(:ids::text[]) order by pk",
);

/** Joins all of several communities, or none of them. */
export async function joinCommunities(
  db: Db,
  viewer: SignedIn,
  community_ids: readonly string[],
  locale: Locale,
) {
  const ids = [...new Set(community_ids)];
  await transaction(db, async (db) => {
    const communities = await selectByIds(db, { ids });
    if (communities.length < ids.length) throw new Failure("not_found");
    // `selectByIds` sorts by key, so that simultaneous requests lock the member counts in one order and can't
    // deadlock.
    for (const community of communities) await insertMembership(db, community, viewer.user.pk);
  });
  return listJoined(db, viewer, locale);
}

const updateSuggestionsSeen = statement(
  "communities.updateSuggestionsSeen",
  `update users set has_seen_community_suggestions = true
  where pk = :user_pk and not has_seen_community_suggestions`,
);

/** Stores that the page that suggests communities was shown to an account. */
export async function markSuggestionsAsSeen(db: Db, user_pk: number): Promise<void> {
  await updateSuggestionsSeen(db, { user_pk });
}

const insertMute = statement(
  "communities.insertMute",
  `insert into community_mutes (user_pk, community_pk) values (:user_pk, :community_pk)
  on conflict do nothing`,
);
const deleteMute = statement(
  "communities.deleteMute",
  "delete from community_mutes where user_pk = :user_pk and community_pk = :community_pk",
);

/** Mutes or unmutes a community for an account, whether or not the account is a member. */
export async function muteCommunity(
  db: Db,
  { user }: SignedIn,
  parameters: CommunityParameters,
  is_muted: boolean,
): Promise<void> {
  const community = await findCommunityKey(db, parameters);
  if (!community) throw new Failure("not_found");
  const change = is_muted ? insertMute : deleteMute;
  await change(db, { user_pk: user.pk, community_pk: community.pk });
}

// Compares positions in the list of all statuses, so that an old browser tab can't undo progress.
const updateTutorial = statement(
  "communities.updateTutorial",
  `
  update users set community_tutorial_status = case
      when array_position(:statuses::text[], :status) >
        array_position(:statuses, community_tutorial_status) then :status
      else community_tutorial_status end
  where pk = :user_pk
  returning community_tutorial_status`,
);

/** Stores the progress in the tutorial unless a later status is stored already; returns the stored status. */
export async function saveTutorialProgress(
  db: Db,
  user_pk: number,
  status: CommunityTutorialStatus,
): Promise<CommunityTutorialStatus> {
  const [saved] = await updateTutorial(db, {
    user_pk,
    status,
    statuses: [...communityTutorialStatuses],
  });
  if (!saved) throw new Failure("sign_in_needed");
  return saved.community_tutorial_status;
}
