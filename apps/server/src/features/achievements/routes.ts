import {
  claimUserAchievement,
  listUserAchievements,
  shareUserAchievement,
  shareUserAchievementPut,
} from "@toibako/contract/achievements.ts";
import { type Call, implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import type { Networks } from "../accounts/networks/open.ts";
import { expectPosted, postToTwitter } from "../shares/commands.ts";
import { postOfAchievement } from "../shares/queries.ts";
import { claimAchievement, markShared } from "./commands.ts";
import { reached } from "./policy.ts";
import { findAchievement, listAchievements, toAchievement } from "./queries.ts";

export function routes(networks: Networks) {
  async function share(
    call: Call<typeof shareUserAchievement | typeof shareUserAchievementPut>,
  ): Promise<object> {
    const { params, viewer, services, locale } = call;
    const { pk, account } = viewer.user;
    const achievement = await findAchievement(services.db, pk, params.id);
    if (!achievement) throw new Failure("not_found");
    const words = reached(achievement.kind);
    const text = postOfAchievement(services.config, { account, locale }, words);
    expectPosted(await postToTwitter(services, networks, pk, text));
    await markShared(services.db, pk, params.id);
    return {};
  }

  return [
    implement(listUserAchievements, async ({ viewer, services, locale }) => ({
      body: await listAchievements(services.db, viewer.user, locale),
    })),

    implement(claimUserAchievement, async ({ viewer, services, locale }) => {
      const row = await claimAchievement(services.db, viewer.user.pk);
      const user_achievement = row ? toAchievement(row, viewer.user, locale) : null;
      return { body: { user_achievement } };
    }),

    implement(shareUserAchievement, share),
    implement(shareUserAchievementPut, share),
  ];
}
