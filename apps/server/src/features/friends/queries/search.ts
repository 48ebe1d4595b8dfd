import { getIconUrl } from "@toibako/contract/avatars.ts";
import { foundPeoplePerPage, maxFoundPeople } from "@toibako/contract/friends/search.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { countRowsBefore, createPager } from "#platform/http/pager.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { findBlockedAccounts } from "../../moderation/queries.ts";
import { parseNameSearch } from "../policy/search.ts";

type ReadServices = Pick<Services, "db" | "secrets">;

/** Maximum number of accounts that each part of the search reads, so that searches for frequent texts stay fast. */
const maxMatches = 500;

/** If so many names begin with the query, names that only contain it are not read: they would come last. */
const enoughBeginnings = 2 * maxFoundPeople;

/**
 * Builds SQL that selects the accounts whose search text contains the parameter `text`. Without `materialized`, the
 * planner expects to find enough matches soon and reads the whole table instead of the index, which is slow for rare
 * texts.
 */
const buildMatchesSql = (terms: string, text: string) => `
  materialized (
    select user_pk, search_text from user_names
    where search_terms @> ${terms}::text[] and strpos(search_text, ${text}) > 0
  )`;

// Selects the accounts whose handle or name contains the query. Exact names and handles are searched separately, by
// indexes of their own, because `maxMatches` could leave them out of the other matches. The order is: exact handle,
// exact name, beginnings, other matches; within each group by the number of followers. Line feeds separate the
// parts of a search text; the third part is the name.
const selectPeople = statement(
  "friends.selectFoundPeople",
  `
  with beginnings as ${buildMatchesSql(":beginning_terms?", ":beginning?")},
  matches as ${buildMatchesSql(":terms?", ":text?")},
  candidates as (
    (select * from beginnings limit ${maxMatches})
    union (
      select * from matches
      where (select count(*) from (select from beginnings limit ${enoughBeginnings}) beginning)
        < ${enoughBeginnings}
      limit ${maxMatches}
    )
    union (
      select user_pk, search_text from user_names
      where split_part(search_text, e'\\n', 3) = :text?::text
      limit ${maxMatches}
    )
    union (
      select user_names.user_pk, user_names.search_text
      from users u join user_names on user_names.user_pk = u.pk where lower(u.account) = :handle
    )
  )
  select u.pk, u.account, u.account as toibako_id, u.displaying_name, u.icon_url,
    u.self_introduction, u.pk = :user_pk as "is_self!",
    exists (
      select from follows where follows.follower_pk = :user_pk and follows.followed_pk = u.pk
    ) as "is_friend!",
    exists (
      select from follows where follows.follower_pk = u.pk and follows.followed_pk = :user_pk
    ) as "is_follower!"
  from candidates join users u on u.pk = candidates.user_pk
  where u.left_at is null and u.is_findable and u.pk <> all(:blocked_pks::bigint[])
  order by
    case
      when lower(u.account) = :handle then 0
      when strpos(candidates.search_text || e'\\n', :beginning? || e'\\n') > 0 then 1
      when strpos(candidates.search_text, :beginning?) > 0 then 2
      else 3
    end, u.followers_count desc, u.pk
  limit ${maxFoundPeople}`,
);

// Selects the accounts that block the viewer by name. `pseudonyms` contains, for each account of `pks`, the pseudonym
// under which that account would block the viewer.
const selectBlockers = statement(
  "friends.selectBlockers",
  `
  select blocks.receiver_pk from blocks
  join unnest(:pks::bigint[], :pseudonyms::bytea[]) as given (pk, pseudonym)
    on given.pk = blocks.receiver_pk and given.pseudonym = blocks.pseudonym`,
);

/** Lists the accounts whose handle or name contains the query. */
export async function findPeople(
  services: ReadServices,
  viewer: SignedIn,
  query: string,
  page: number,
) {
  const people = await listVisiblePeople(services, viewer, query);
  const offset = countRowsBefore(page, foundPeoplePerPage);
  const users = people.slice(offset, offset + foundPeoplePerPage).map(({ pk: _, ...person }) => ({
    ...person,
    icon_url: getIconUrl(person.account, person.icon_url),
  }));
  return { users, pager: createPager(page, foundPeoplePerPage, people.length) };
}

async function listVisiblePeople(
  services: ReadServices,
  viewer: SignedIn,
  query: string,
): Promise<Row<"friends.selectFoundPeople">[]> {
  const search = parseNameSearch(query);
  if (!search) return [];
  const blocked_pks = await findBlockedAccounts(services, viewer);
  const people = await selectPeople(services.db, {
    ...search,
    blocked_pks,
    user_pk: viewer.user.pk,
  });
  if (people.length === 0) return [];
  const blocker_pks = await findBlockers(
    services,
    viewer,
    people.map(({ pk }) => pk),
  );
  return people.filter(({ pk }) => !blocker_pks.includes(pk));
}

/** Finds those of the accounts `pks` that block the viewer by name. */
export async function findBlockers(
  { db, secrets }: ReadServices,
  { identity }: SignedIn,
  pks: number[],
): Promise<number[]> {
  const pseudonyms = pks.map((pk) => secrets.deriveNamedPseudonym(pk, identity));
  const blockers = await selectBlockers(db, { pks, pseudonyms });
  return blockers.map(({ receiver_pk }) => receiver_pk);
}
