import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  claimUserAchievement,
  listUserAchievements,
  shareUserAchievement,
} from "@toibako/contract/achievements.ts";
import { api, send } from "#lib/http/client.ts";

/** The earned achievements, newest first. */
export const achievementsQuery = () => api.query(listUserAchievements);

/** Refetches the achievements, because one may have been earned. */
export const refreshAchievements = (client: QueryClient) =>
  void client.invalidateQueries({ queryKey: [listUserAchievements.name] });

/**
 * Requests the next achievement to celebrate, which the server then counts as shown. Resolves with null if
 * there is none, because another device may have shown it already.
 */
export function useClaimAchievement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await send(claimUserAchievement)).data.user_achievement,
    onSuccess: () => refreshAchievements(client),
  });
}

/** Posts an achievement of the account on X, from the linked X account. */
export const postAchievement = (id: string) =>
  send(shareUserAchievement, { params: { id }, body: { provider: "twitter" } });
