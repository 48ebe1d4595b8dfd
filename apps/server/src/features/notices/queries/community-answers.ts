import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { formatDay } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import { isWithheld } from "../../answers/policy.ts";
import { findBlockedAccounts, isAnswerShownSql } from "../../moderation/queries.ts";
import {
  formatDaySubject,
  maxNoticeDays,
  readSealedSubject,
  type SealedNotice,
} from "../policy.ts";
import { type Quoted, readPerson, shortenQuote } from "./details.ts";

const selectAnswers = statement(
  "notices.selectCommunityAnswers",
  `
  select q.uuid_hash, c.id as community_id, c.category_id, a.pk as answer_pk, a.answered_at,
    to_char(a.answered_at at time zone 'UTC', 'YYYY-MM-DD') as "day!", u.displaying_name as name
  from questions q
  join communities c on c.pk = q.community_pk
  join answers a on a.question_pk = q.pk and a.answered_at > :since
  join users u on u.pk = a.answerer_pk and u.left_at is null
  where q.uuid_hash = any(:uuid_hashes::text[])
  order by a.pk desc`,
);

export type RecentAnswer = Row<"notices.selectCommunityAnswers">;

/** Finds the answers since a time to questions of communities, newest first. Ignores other questions. */
export function findAnswersSince(
  db: Db,
  uuid_hashes: readonly string[],
  since: Date,
): Promise<RecentAnswer[]> {
  return selectAnswers(db, { uuid_hashes, since });
}

/** Lists the days, in UTC, whose notices may still exist, newest first. */
export function listNoticeDays(): string[] {
  return Array.from({ length: maxNoticeDays }, (_, days) =>
    formatDay(new Date(Date.now() - days * millisecondsPerDay)),
  );
}

const selectNotified = statement(
  "notices.selectNotifiedAnswers",
  `
  select a.pk from answers a
  where a.pk = any(:answer_pks::bigint[]) and a.answerer_pk <> :user_pk and ${isAnswerShownSql}`,
);

/**
 * Selects the answers about which the sender is notified: leaves out the sender's own answers, reported
 * answers, and answers of answerers whom the sender blocks by name.
 */
export async function filterNotified(
  services: Pick<Services, "db" | "secrets">,
  sender_pk: number | undefined,
  answers: readonly RecentAnswer[],
): Promise<RecentAnswer[]> {
  if (sender_pk === undefined || answers.length === 0) return [...answers];
  const notified = await selectNotified(services.db, {
    answer_pks: answers.map(({ answer_pk }) => answer_pk),
    user_pk: sender_pk,
    blocked_pks: await findBlockedAccounts(services, { user: { pk: sender_pk } }),
  });
  const pks = new Set(notified.map(({ pk }) => pk));
  return answers.filter(({ answer_pk }) => pks.has(answer_pk));
}

// Selects, for each pair of a question and a day, the newest answer of that day about which the sender
// `:user_pk` is notified.
const selectNewestOfDays = statement(
  "notices.selectNewestOfDays",
  `
  select given.uuid_hash as "uuid_hash!", given.day as "day!", q.locale, a.text, a.is_ad_default,
    u.account, u.displaying_name, u.icon_url
  from unnest(:uuid_hashes::text[], :days::text[]) as given (uuid_hash, day)
  join questions q on q.uuid_hash = given.uuid_hash and q.community_pk is not null
  join lateral (
    select * from answers a
    where a.question_pk = q.pk and a.answerer_pk <> :user_pk and ${isAnswerShownSql}
      and to_char(a.answered_at at time zone 'UTC', 'YYYY-MM-DD') = given.day
    order by a.pk desc limit 1
  ) a on true
  join users u on u.pk = a.answerer_pk and u.left_at is null`,
);

/** Finds, for each of these notices, the newest answer of the notice's day. The keys are the notices' subjects. */
export async function findAnswersOfDays(
  services: Pick<Services, "db" | "secrets">,
  user: SessionUser,
  notices: readonly SealedNotice[],
): Promise<Map<string, Quoted>> {
  if (notices.length === 0) return new Map();
  const subjects = notices.map((notice) => readSealedSubject(notice).split(" "));
  const rows = await selectNewestOfDays(services.db, {
    uuid_hashes: subjects.map(([uuid_hash = ""]) => uuid_hash),
    days: subjects.map(([, day = ""]) => day),
    user_pk: user.pk,
    blocked_pks: await findBlockedAccounts(services, { user }),
  });
  return new Map(
    rows.map(({ uuid_hash, day, locale, text, is_ad_default, ...answerer }) => [
      formatDaySubject(uuid_hash, day),
      {
        locale,
        question: "",
        answer: isWithheld(is_ad_default, user) ? "" : shortenQuote(text),
        answerer: readPerson(answerer),
      },
    ]),
  );
}
