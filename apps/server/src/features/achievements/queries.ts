import type { AchievementKind, UserAchievement } from "@toibako/contract/achievements.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { formatDate } from "#platform/dates.ts";
import { type Db, statement } from "#platform/db.ts";
import { pagerOf } from "#platform/pager.ts";
import type { SessionUser } from "#platform/viewer.ts";
import { type Counted, reached } from "./policy.ts";

export interface AchievementRow {
  id: string;
  kind: AchievementKind;
  earned_at: Date;
  shown_at: Date | null;
  shared_at: Date | null;
}

export const achievementColumns = "id, kind, earned_at, shown_at, shared_at";

const all = statement<AchievementRow>(`
  select ${achievementColumns} from achievements where user_pk = $1 order by pk desc`);

const own = statement<AchievementRow>(`
  select ${achievementColumns} from achievements where user_pk = $1 and id = $2`);

export async function listAchievements(db: Db, user: SessionUser, locale: Locale) {
  const rows = await all(db, user.pk);
  return {
    user_achievements: rows.map((row) => toAchievement(row, user, locale)),
    pager: pagerOf(1, Math.max(1, rows.length), rows.length),
  };
}

/** One's own; another's is not there. */
export async function findAchievement(db: Db, user_pk: number, id: string) {
  return (await own(db, user_pk, id))[0];
}

export function toAchievement(
  { id, kind, earned_at, shown_at, shared_at }: AchievementRow,
  { time_zone }: SessionUser,
  locale: Locale,
): UserAchievement {
  return {
    id,
    kind,
    ...reached(kind),
    earned_at: earned_at.toISOString(),
    formatted_date: formatDate(earned_at, locale, time_zone),
    is_shown: shown_at !== null,
    is_shared: shared_at !== null,
  };
}

const counts = statement<Record<Exclude<Counted, "community_answers">, number>>(`
  select answers_count as answers, answer_likes_count as likes from users
  where pk = $1 and left_at is null`);

/** What somebody has so far of all that is counted. */
export async function countsOf(db: Db, user_pk: number) {
  return (await counts(db, user_pk))[0];
}
