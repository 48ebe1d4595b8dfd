import type { AchievementKind } from "@toibako/contract/achievements.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { Failure } from "#platform/http/failure.ts";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import type { Services } from "#platform/services.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import { assertPosted, postToTwitter } from "../shares/commands.ts";
import { composeAchievementPost } from "../shares/queries.ts";
import { parseKind } from "./policy.ts";
import { achievementColumns, findAchievement } from "./queries.ts";

const insertAchievements = statement(
  "achievements.insert",
  `
  insert into achievements (id, user_pk, kind)
  select earned.id, :user_pk, earned.kind
  from unnest(:ids::text[], :kinds::text[]) as earned (id, kind)
  on conflict (user_pk, kind) do nothing
  returning kind`,
);

/** Awards an account these achievements, and returns the kinds that it didn't have. Achievements are never deleted. */
export async function awardAchievements(db: Db, user_pk: number, kinds: AchievementKind[]) {
  const ids = kinds.map(() => createPublicId());
  return (await insertAchievements(db, { user_pk, ids, kinds })).map(({ kind }) => kind);
}

// `skip locked` gives simultaneous requests of two devices different rows.
const claimOldest = statement(
  "achievements.claimOldest",
  `
  update achievements set shown_at = date_trunc('day', now(), 'UTC')
  where pk = (
    select pk from achievements where user_pk = :user_pk and shown_at is null
    order by pk limit 1 for update skip locked
  ) and shown_at is null
  returning ${achievementColumns}`,
);

/** Takes the oldest achievement that has not been shown, and marks it as shown. */
export async function claimAchievement(db: Db, user_pk: number) {
  return (await claimOldest(db, { user_pk }))[0];
}

const updateShared = statement(
  "achievements.updateShared",
  `
  update achievements set shared_at = coalesce(shared_at, date_trunc('day', now(), 'UTC'))
  where user_pk = :user_pk and id = :id`,
);

/**
 * Posts an achievement of this account on X. Sharing it again posts nothing: X refuses a text that it has
 * posted before, and `postToTwitter` treats this refusal as a success.
 */
export async function shareAchievement(
  services: Services,
  clients: ProviderClients,
  { pk: user_pk, account }: SessionUser,
  id: string,
  locale: Locale,
): Promise<void> {
  const { db, config } = services;
  const achievement = await findAchievement(db, user_pk, id);
  if (!achievement) throw new Failure("not_found");
  const text = composeAchievementPost(config, { account, locale }, parseKind(achievement.kind));
  assertPosted(await postToTwitter(services, clients, user_pk, text));
  await updateShared(db, { user_pk, id });
}
