import type { Locale } from "@toibako/contract/locales.ts";
import { maxUnreadMessages } from "@toibako/contract/messages.ts";
import { talksPerPage } from "@toibako/contract/talks.ts";
import { statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { countRowsBefore, createPager, isInReachSql } from "#platform/http/pager.ts";
import type { SignedIn, Viewer } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { receiverNumber, starterNumber } from "./policy.ts";
import { findStartedTalks, listFirstTags } from "./queries/started-talks.ts";
import {
  buildShownTalksSql,
  buildUnreadSql,
  hasNewSql,
  isReadableSql,
  isTalkViewable,
  toTalk,
} from "./queries/talk.ts";

/**
 * The talks of an account, with its number in each: `started` selects those that it has started, the others are those
 * that it has received. A talk that its participant has removed is missing until its next message.
 */
const buildOwnTalksSql = (started: string) => `
  select mine.conversation_pk, mine.number, conversations.last_posted_minute,
    mine.number = ${receiverNumber} and talks.is_held as is_held
  from (
    select conversation_pk, number from participants where user_pk = :user_pk and number = ${receiverNumber}
    union all
    ${started}
  ) own
  join participants mine on mine.conversation_pk = own.conversation_pk and mine.number = own.number
  join conversations on conversations.pk = own.conversation_pk
  join talks on talks.conversation_pk = own.conversation_pk
  join participants partner
    on partner.conversation_pk = own.conversation_pk and partner.number = 3 - own.number
  where (mine.number = ${starterNumber} or talks.arrived_minute is not null)
    and (conversations.last_number > mine.removed_number or conversations.last_number = 0)`;

const ownTalksSql = buildOwnTalksSql(
  `select started_pk, ${starterNumber} from unnest(:started_pks::bigint[]) as started (started_pk)`,
);

const selectPage = statement(
  "talks.selectPage",
  `
  with own_talks as (${ownTalksSql})
  ${buildShownTalksSql(`(
    select conversation_pk, number from own_talks where is_held = :is_held and ${isInReachSql}
    order by last_posted_minute desc, conversation_pk desc limit ${talksPerPage} offset :offset
  )`)}
  order by conversations.last_posted_minute desc, conversations.pk desc`,
);

const countTalks = statement(
  "talks.count",
  `
  with own_talks as (${ownTalksSql})
  select count(*) filter (where is_held)::int as "held_count!",
    count(*) filter (where not is_held)::int as "listed_count!"
  from own_talks`,
);

type TalkServices = Pick<Services, "db" | "secrets" | "config">;

async function findOwn({ db, secrets }: TalkServices, { user, identity }: SignedIn) {
  const { conversation_pks } = await findStartedTalks(db, secrets, identity);
  return { user_pk: user.pk, started_pks: conversation_pks };
}

/** Lists the talks of an account, the one with the newest message first; with `is_held`, those that wait. */
export async function listTalksOf(
  services: TalkServices,
  viewer: SignedIn,
  { page, is_held, locale }: { page: number; is_held: boolean; locale: Locale },
) {
  const own = await findOwn(services, viewer);
  const offset = countRowsBefore(page, talksPerPage);
  const rows = await selectPage(services.db, {
    ...own,
    is_held,
    offset,
    has_payment: services.config.has_payment,
  });
  const [counts] = await countTalks(services.db, own);
  const { held_count = 0, listed_count = 0 } = counts ?? {};
  const reader = createDateReader(locale, viewer.user);
  return {
    talks: rows.map((row) => toTalk(services, row, reader)),
    pager: createPager(page, talksPerPage, is_held ? held_count : listed_count),
    held_count: Math.min(held_count, maxUnreadMessages),
  };
}

/** Maximum number of talks with unread messages that are read for the count; each has at least one. */
const maxCountedTalks = 50;

// Compares numbers before it counts messages, so that only talks with something new are counted. One row without a talk
// says how many of the tags exist if there is nothing new.
export const selectNew = statement(
  "talks.selectNew",
  `
  with started_by_tag as (
    select conversation_pk from started_talks where tag = any(:tags::bytea[])
  ), own_talks as (
    ${buildOwnTalksSql(`
      select conversation_pk, ${starterNumber} from started_by_tag where conversation_pk is not null
      union all
      select started_pk, ${starterNumber} from unnest(:started_pks::bigint[]) as started (started_pk)`)}
    and ${hasNewSql} and not mine.is_muted and ${isReadableSql}
  )
  select (select count(*)::int from started_by_tag) as "tags_count!", newest.*
  from (values (true)) one (is_one)
  left join lateral (
    select conversation_pk, number from own_talks where not is_held
    order by last_posted_minute desc limit ${maxCountedTalks}
  ) newest on true`,
);

// Apart from the statement above, because planning both at once took longer than anything else on most pages.
export const selectUnread = statement(
  "talks.selectUnread",
  buildUnreadSql(`(
    select given.* from unnest(:conversation_pks::bigint[], :numbers::bigint[]) as given (conversation_pk, number)
  )`),
);

/**
 * Counts the unread messages of an account, up to 11: those of others in talks that it can read, hasn't muted and that
 * don't wait. One statement if there are none, and the account has started fewer than 64 talks.
 */
export async function countUnreadMessages(
  services: TalkServices,
  { user, identity }: Viewer,
): Promise<number> {
  if (!user || !identity) return 0;
  const { db, secrets, config } = services;
  const { has_payment } = config;
  const tags = listFirstTags(secrets, identity);
  let rows = await selectNew(db, { user_pk: user.pk, has_payment, tags, started_pks: [] });
  if (rows[0]?.tags_count === tags.length) {
    const { conversation_pks: started_pks } = await findStartedTalks(db, secrets, identity);
    rows = await selectNew(db, { user_pk: user.pk, has_payment, tags: [], started_pks });
  }
  const talks = rows.filter((row) => row.conversation_pk !== null);
  if (talks.length === 0) return 0;
  const unread = await selectUnread(db, {
    has_payment,
    conversation_pks: talks.map(({ conversation_pk }) => conversation_pk),
    numbers: talks.map(({ number }) => number),
  });
  const counts = unread.map((talk) => (isTalkViewable(services, talk) ? talk.unread_count : 0));
  return Math.min(
    maxUnreadMessages,
    counts.reduce((sum, count) => sum + count, 0),
  );
}
