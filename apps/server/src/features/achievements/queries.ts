import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { formatDate } from "@toibako/contract/dates.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { type Row, statement } from "#platform/database/statement.ts";
import { createDateReader } from "#platform/dates.ts";
import { createSinglePager } from "#platform/http/pager.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { parseKind } from "./policy.ts";

export const achievementColumns = "id, kind, earned_at, shown_at, shared_at";

const selectOfUser = statement(
  "achievements.selectOfUser",
  `select ${achievementColumns} from achievements where user_pk = :user_pk order by pk desc`,
);

const selectOne = statement(
  "achievements.selectOne",
  `select ${achievementColumns} from achievements where user_pk = :user_pk and id = :id`,
);

export type AchievementRow = Row<"achievements.selectOne">;

export async function listAchievements(db: Db, user: SessionUser, locale: Locale) {
  const rows = await selectOfUser(db, { user_pk: user.pk });
  return {
    user_achievements: rows.map((row) => toAchievement(row, user, locale)),
    pager: createSinglePager(rows.length),
  };
}

/** Finds an achievement of this account; undefined if there is none. */
export async function findAchievement(db: Db, user_pk: number, id: string) {
  return (await selectOne(db, { user_pk, id }))[0];
}

export function toAchievement(
  { id, kind, earned_at, shown_at, shared_at }: AchievementRow,
  user: SessionUser,
  locale: Locale,
): UserAchievement {
  return {
    id,
    kind,
    ...parseKind(kind),
    earned_at: earned_at.toISOString(),
    formatted_date: formatDate("day", earned_at, createDateReader(locale, user)),
    is_shown: shown_at !== null,
    is_shared: shared_at !== null,
  };
}

/** An account can have 100,000 answers, so only this number of the newest is searched for an answer in a community. */
const maxSearchedAnswers = 200;

// The job that calls this runs after each answer, so it finds an answer in a community while this answer is new.
const selectCounts = statement(
  "achievements.selectCounts",
  `
  select answers_count as answers, answer_likes_count as likes,
    exists (
      select from (
        select community_pk from answers where answerer_pk = users.pk
        order by pk desc limit ${maxSearchedAnswers}
      ) newest
      where newest.community_pk is not null
    )::int as "community_answers!"
  from users where pk = :user_pk and left_at is null`,
);

/** Reads the counts of an account that earn achievements. */
export async function readCounts(db: Db, user_pk: number) {
  return (await selectCounts(db, { user_pk }))[0];
}
