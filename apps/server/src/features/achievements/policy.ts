import { type AchievementKind, achievementKinds } from "@toibako/contract/achievements.ts";

/** Of answers in communities, only whether there is one is counted. */
export type Counted = "answers" | "likes" | "community_answers";

/** Reads from a kind what it counts and how many are needed. */
export function parseKind(kind: AchievementKind): { counted: Counted; count: number } {
  const at = kind.lastIndexOf("_");
  return { counted: kind.slice(0, at) as Counted, count: Number(kind.slice(at + 1)) };
}

/** All kinds that these counts earn. */
export function findEarnedKinds(counts: Partial<Record<Counted, number>>): AchievementKind[] {
  return achievementKinds.filter((kind) => {
    const { counted, count } = parseKind(kind);
    return (counts[counted] ?? 0) >= count;
  });
}

/** The numbers of likes at which an achievement is earned. */
export const likesToReach = achievementKinds
  .map(parseKind)
  .filter(({ counted }) => counted === "likes")
  .map(({ count }) => count);
