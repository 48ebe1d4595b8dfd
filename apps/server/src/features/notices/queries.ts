import type { Locale } from "@toibako/contract/locales.ts";
import { type Notice, noticesPerPage } from "@toibako/contract/notices.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { formatHour } from "#platform/dates.ts";
import { countRowsBefore, createPager } from "#platform/http/pager.ts";
import type { SignedIn } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { type TextKey, translate } from "#platform/texts/texts.ts";
import { listOwners, type NoticeContent, unsealNotice } from "./policy.ts";

/** How many of somebody's newest notices are listed. */
const listedAtMost = 1_000;

// The hour is sealed, so the order within a day is found after opening.
const selectNewest = statement(
  "notices.selectNewest",
  `
  select id, sealed, is_seen from notices where owner_key = any(:owner_keys::bytea[])
  order by happened_on desc, id limit ${listedAtMost}`,
);

const selectOne = statement(
  "notices.selectOne",
  `
  select id, sealed, is_seen from notices
  where owner_key = any(:owner_keys::bytea[]) and id = :id`,
);

type NoticeRow = Row<"notices.selectOne">;

/** SQL that counts the unseen notices of the owner in a parameter, up to the maximum of a badge. */
export const unseenNoticesSql = (parameter: string) => `
  select count(*)::int from (
    select 1 from notices where owner_key = any(${parameter}::bytea[]) and not is_seen limit 100
  ) unseen`;

const selectUnseenCount = statement(
  "notices.selectUnseenCount",
  `select (${unseenNoticesSql(":owner_keys")}) as "count!"`,
);

const selectBadges = statement(
  "notices.selectBadges",
  "select keyword, uuid_hash from badges where user_pk = :user_pk order by keyword",
);

/** A page of somebody's notices, newest hour first; within an hour in random order. */
export async function listNotices(
  { db, secrets }: Services,
  viewer: SignedIn,
  current_page: number,
  locale: Locale,
) {
  const owner_keys = listOwners(secrets, viewer.identity);
  const rows = await selectNewest(db, { owner_keys });
  const opened = rows.flatMap((row) => {
    const content = unsealNotice(secrets, row);
    return content ? [{ ...row, content }] : [];
  });
  const sorted = opened.sort((a, b) => compareHours(b.content, a.content));
  const first = countRowsBefore(current_page, noticesPerPage);
  return {
    notices: sorted
      .slice(first, first + noticesPerPage)
      .map((notice) => toNotice(notice, viewer, locale)),
    pager: createPager(current_page, noticesPerPage, sorted.length),
  };
}

/** ISO 8601 sorts as text. */
function compareHours(a: NoticeContent, b: NoticeContent): number {
  if (a.happened_hour === b.happened_hour) return 0;
  return a.happened_hour < b.happened_hour ? -1 : 1;
}

export async function findNotice(
  { db, secrets }: Services,
  viewer: SignedIn,
  id: string,
  locale: Locale,
) {
  const [row] = await selectOne(db, { owner_keys: listOwners(secrets, viewer.identity), id });
  const content = row && unsealNotice(secrets, row);
  return content && toNotice({ ...row, content }, viewer, locale);
}

export async function hasUnseenNotices(
  { db, secrets }: Services,
  { identity }: SignedIn,
): Promise<boolean> {
  const owner_keys = listOwners(secrets, identity);
  return ((await selectUnseenCount(db, { owner_keys }))[0]?.count ?? 0) > 0;
}

export function listBadges(db: Db, user_pk: number) {
  return selectBadges(db, { user_pk });
}

function toNotice(
  { id, is_seen, content }: NoticeRow & { content: NoticeContent },
  { user }: SignedIn,
  locale: Locale,
): Notice {
  const { kind, count, name = "", urn, happened_hour } = content;
  return {
    id,
    kind,
    is_new: !is_seen,
    text: translate(locale, findTextKey(content), { count, name }),
    formatted_date_time: formatHour(new Date(happened_hour), locale, user.time_zone),
    urn: `/${locale}${urn}`,
  };
}

/** The text key of a notice, which for a new question depends on its type. */
function findTextKey({ kind, detail }: NoticeContent): TextKey {
  if (kind !== "new_question" || detail === undefined) return `notice_${kind}`;
  return `notice_new_${detail}`;
}

const selectUnreadQuestion = statement(
  "notices.selectUnreadQuestion",
  `
  select receiver_pk, asked_hour, type, is_baton
  from questions where uuid_hash = :uuid_hash and status = 'unread'`,
);

const selectAnswered = statement(
  "notices.selectAnswered",
  `
  select q.uuid_hash, u.displaying_name as name
  from questions q
  join answers a on a.question_pk = q.pk
  join users u on u.pk = a.answerer_pk and u.left_at is null
  where q.uuid_hash = any(:uuid_hashes::text[]) and not q.is_self`,
);

const selectLiked = statement(
  "notices.selectLiked",
  `
  select a.id, a.answerer_pk, a.likes_count, q.uuid_hash
  from answers a join questions q on q.pk = a.question_pk
  where a.pk = :answer_pk and a.likes_count > 0`,
);

const selectFollower = statement(
  "notices.selectFollower",
  `
  select u.id, u.account, u.displaying_name as name
  from follows f join users u on u.pk = f.follower_pk and u.left_at is null
  where f.follower_pk = :follower_pk and f.followed_pk = :followed_pk`,
);

/** Finds a follower; undefined if they no longer follow. */
export async function findFollower(db: Db, follower_pk: number, followed_pk: number) {
  return (await selectFollower(db, { follower_pk, followed_pk }))[0];
}

/** Finds a question if it is still unread. */
export async function findUnreadQuestion(db: Db, uuid_hash: string) {
  return (await selectUnreadQuestion(db, { uuid_hash }))[0];
}

/** Returns those of these questions that are answered, with the answerers. */
export function findAnsweredQuestions(db: Db, uuid_hashes: readonly string[]) {
  return selectAnswered(db, { uuid_hashes });
}

export async function findLikedAnswer(db: Db, answer_pk: number) {
  return (await selectLiked(db, { answer_pk }))[0];
}
