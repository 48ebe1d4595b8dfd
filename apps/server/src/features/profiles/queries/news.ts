import { readLocalDay } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { LikedItem, News, Week } from "@toibako/contract/profiles.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { formatDay } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { buildLikedItemSql, toLikedItem } from "../queries.ts";

/** Each statement reads at most so many follows, notices or answers, which limits its time. */
const maxCounted = 1_000;
/** A question that has waited for this number of days is mentioned. */
const waitingDays = 3;

// Welcome letters, which inherit from the questions, and copies of community questions, which expire, don't wait.
const selectNews = statement(
  "profiles.selectNews",
  `
  select
    (
      select count(*)::int from (
        select from follows
        where followed_pk = :user_pk and followed_at >= now() - interval '1 day' limit ${maxCounted}
      ) newest
    ) as "followers!",
    (
      select count(*)::int from (
        select kind from received_notices
        where user_pk = :user_pk and happened_hour >= now() - interval '1 day' limit ${maxCounted}
      ) newest where kind = 'new_answer_like'
    ) as "liked_answers!",
    coalesce((
      select extract(day from now() - asked_hour)::int from only questions
      where receiver_pk = :user_pk and status = 'unread' and original_pk is null
        and asked_hour <= now() - interval '${waitingDays} days'
      order by asked_hour limit 1
    ), 0) as "waiting_days!"`,
);

/** SQL condition: the answer `a` was written from the day `:first_day` until before `:end_day`, in the zone of user `u`. */
const isInDaysSql = `
  a.answerer_pk = u.pk
  and a.answered_at >= (:first_day::text::date)::timestamp at time zone u.time_zone
  and a.answered_at < (:end_day::text::date)::timestamp at time zone u.time_zone`;

const selectBestAnswer = statement(
  "profiles.selectBestAnswer",
  `
  ${buildLikedItemSql(`
    select a.* from users u join answers a on ${isInDaysSql}
    where u.pk = :user_pk order by a.answered_at limit ${maxCounted}`)}
  order by a.likes_count desc, a.pk desc limit 1`,
);

const selectWeek = statement(
  "profiles.selectWeek",
  `
  select days.day as "day!", count(found.likes_count)::int as "answers!",
    coalesce(sum(found.likes_count), 0)::int as "likes!",
    followers.count as "followers!"
  from users u
  cross join lateral (
    select count(*)::int from (
      select from follows
      where followed_pk = u.pk
        and followed_at >= (:first_day::text::date)::timestamp at time zone u.time_zone
        and followed_at < (:end_day::text::date)::timestamp at time zone u.time_zone
      limit ${maxCounted}
    ) new
  ) followers
  cross join generate_series(0, 6) days (day)
  left join (
    select (a.answered_at at time zone u.time_zone)::date - :first_day::text::date as day, a.likes_count
    from users u join answers a on ${isInDaysSql}
    where u.pk = :user_pk order by a.answered_at limit ${maxCounted}
  ) found on found.day = days.day
  where u.pk = :user_pk
  group by followers.count, days.day order by days.day`,
);

/**
 * What happened to an account in the last day, an answer of this day a year ago, and on Sundays the week before. Days are
 * those of the account's time zone. Nothing is stored for this, and nothing says who has asked.
 */
export async function readNews(
  db: Db,
  user: SessionUser,
  locale: Locale,
  now = new Date(),
): Promise<News> {
  const { pk: user_pk, time_zone } = user;
  const today = readLocalDay(now, time_zone);
  const yearAgo = new Date(today);
  yearAgo.setUTCFullYear(today.getUTCFullYear() - 1);
  const [[news], year_ago, week] = await Promise.all([
    selectNews(db, { user_pk }),
    findBestAnswer(db, user_pk, locale, [yearAgo, addDays(yearAgo, 1)]),
    today.getUTCDay() === 0 ? readWeek(db, user_pk, locale, today) : null,
  ]);
  const none = { followers: 0, liked_answers: 0, waiting_days: 0 };
  return { ...none, ...news, year_ago, week };
}

/** The first day, and the day after the last one. */
type Days = [first: Date, end: Date];

const addDays = (day: Date, n: number) => new Date(day.getTime() + n * millisecondsPerDay);

/** The seven days before `today`, from Sunday to Saturday; null if there is nothing to tell. */
async function readWeek(
  db: Db,
  user_pk: number,
  locale: Locale,
  today: Date,
): Promise<Week | null> {
  const first = addDays(today, -7);
  const [rows, best] = await Promise.all([
    selectWeek(db, { user_pk, first_day: formatDay(first), end_day: formatDay(today) }),
    findBestAnswer(db, user_pk, locale, [first, today]),
  ]);
  const answers = rows.map((row) => row.answers);
  const likes = rows.reduce((sum, row) => sum + row.likes, 0);
  const followers = rows[0]?.followers ?? 0;
  if (followers === 0 && answers.every((n) => n === 0)) return null;
  const days = { first_day: formatDay(first), last_day: formatDay(addDays(today, -1)) };
  return { ...days, answers, likes, followers, best: likes > 0 ? best : null };
}

/** Finds the most liked answer of an account in some days, by the same rules as `listMostLikedOf`. */
async function findBestAnswer(
  db: Db,
  user_pk: number,
  locale: Locale,
  [first, end]: Days,
): Promise<LikedItem | null> {
  const days = { first_day: formatDay(first), end_day: formatDay(end) };
  const [row] = await selectBestAnswer(db, { user_pk, ...days });
  return row ? toLikedItem(row, locale) : null;
}
