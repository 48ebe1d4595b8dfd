import type { AchievementKind } from "@toibako/contract/achievements.ts";
import { type Db, statement } from "#platform/db.ts";
import { publicId } from "#platform/secrets.ts";
import { type AchievementRow, achievementColumns } from "./queries.ts";

const earn = statement<{ kind: AchievementKind }>(`
  insert into achievements (id, user_pk, kind)
  select given.id, $1, given.kind from unnest($2::text[], $3::text[]) as given (id, kind)
  on conflict (user_pk, kind) do nothing
  returning kind`);

/** Gives what is not there yet, and says what that was. What was earned is never taken back. */
export async function earnAchievements(db: Db, user_pk: number, kinds: AchievementKind[]) {
  const ids = kinds.map(() => publicId());
  return (await earn(db, user_pk, ids, kinds)).map(({ kind }) => kind);
}

// Of two devices that ask at once, one gets the row; the other passes it by.
const claim = statement<AchievementRow>(`
  update achievements set shown_at = now()
  where pk = (
    select pk from achievements where user_pk = $1 and shown_at is null
    order by pk limit 1 for update skip locked
  ) and shown_at is null
  returning ${achievementColumns}`);

/** Takes the oldest that was not celebrated yet. */
export async function claimAchievement(db: Db, user_pk: number) {
  return (await claim(db, user_pk))[0];
}

const share = statement(`
  update achievements set shared_at = coalesce(shared_at, now()) where user_pk = $1 and id = $2`);

export async function markShared(db: Db, user_pk: number, id: string): Promise<void> {
  await share(db, user_pk, id);
}
