import { type AchievementKind, achievementKinds } from "@toibako/contract/achievements.ts";

/** What a kind counts. `community_answers` is 0 or 1: whether the account has answered in a community. */
export type Counted = "answers" | "likes" | "community_answers";

/** Reads from a kind what it counts and how many are needed. */
export function parseKind(kind: AchievementKind): { counted: Counted; count: number } {
  const index = kind.lastIndexOf("_");
  return { counted: kind.slice(0, index) as Counted, count: Number(kind.slice(index + 1)) };
}

/** Lists the kinds of achievements that these counts earn. */
export function findEarnedKinds(counts: Partial<Record<Counted, number>>): AchievementKind[] {
  return achievementKinds.filter((kind) => {
    const { counted, count } = parseKind(kind);
    return (counts[counted] ?? 0) >= count;
  });
}

/** The numbers of likes at which an achievement is earned. */
export const likeThresholds = achievementKinds
  .map(parseKind)
  .filter(({ counted }) => counted === "likes")
  .map(({ count }) => count);
