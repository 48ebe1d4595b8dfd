import { type AchievementKind, achievementKinds } from "@toibako/contract/achievements.ts";

export type Counted = "answers" | "likes" | "community_answers";

/** What a kind counts, and how many it takes. */
export function reached(kind: AchievementKind): { counted: Counted; count: number } {
  const at = kind.lastIndexOf("_");
  return { counted: kind.slice(0, at) as Counted, count: Number(kind.slice(at + 1)) };
}

/** All that is earned by so many answers and likes. */
export function earnedBy(counts: Partial<Record<Counted, number>>): AchievementKind[] {
  return achievementKinds.filter((kind) => {
    const { counted, count } = reached(kind);
    return (counts[counted] ?? 0) >= count;
  });
}

/** The numbers of likes at which something is earned. */
export const likesToReach = achievementKinds
  .map(reached)
  .filter(({ counted }) => counted === "likes")
  .map(({ count }) => count);
