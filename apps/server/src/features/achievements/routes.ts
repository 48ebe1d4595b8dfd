import {
  claimUserAchievement,
  listUserAchievements,
  shareUserAchievement,
  shareUserAchievementPut,
} from "@toibako/contract/achievements.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import type { ProviderClients } from "../accounts/providers/client.ts";
import { claimAchievement, shareAchievement } from "./commands.ts";
import { listAchievements, toAchievement } from "./queries.ts";

export function routes(clients: ProviderClients) {
  const handleShare = async ({
    params,
    viewer,
    services,
    locale,
  }: Call<typeof shareUserAchievement | typeof shareUserAchievementPut>) => {
    await shareAchievement(services, clients, viewer.user, params.id, locale);
    return {};
  };

  return [
    implement(listUserAchievements, async ({ viewer, services, locale }) => ({
      body: await listAchievements(services.db, viewer.user, locale),
    })),

    // Claiming marks the oldest achievement that wasn't celebrated yet as celebrated.
    implement(claimUserAchievement, async ({ viewer, services, locale }) => {
      const row = await claimAchievement(services.db, viewer.user.pk);
      const user_achievement = row ? toAchievement(row, viewer.user, locale) : null;
      return { body: { user_achievement } };
    }),

    implement(shareUserAchievement, handleShare),
    implement(shareUserAchievementPut, handleShare),
  ];
}
