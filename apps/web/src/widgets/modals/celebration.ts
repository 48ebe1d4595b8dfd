import { useQuery } from "@tanstack/react-query";
import type { UserAchievement } from "@toibako/contract/achievements.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { achievementsQuery, useClaimAchievement } from "#features/achievements/queries.ts";

/** After an answer, achievements are fetched again at this interval, in milliseconds, this many times. */
const polling = { interval: 2_000, times: 4 };

interface Celebration {
  /** Polls for the achievement of a new answer, in case the browser has no event stream. */
  hasJustAnswered?: boolean;
  /** Called with each achievement that was not shown yet. */
  onEarned: (achievement: UserAchievement) => void;
  /** While this is true, no achievement is claimed. */
  isPaused?: boolean;
}

/**
 * Claims an achievement that was not shown yet, and passes it to `onEarned`. A claim refetches the
 * achievements, which starts the next claim. The server lets each achievement be claimed once, so only one of
 * the account's devices shows it.
 */
export function useCelebration({
  hasJustAnswered = false,
  onEarned,
  isPaused = false,
}: Celebration): void {
  const account = useCurrentUser()?.account;
  const { mutateAsync: claim } = useClaimAchievement();
  const [mountedAt] = useState(() => Date.now());
  const { data, dataUpdatedAt } = useQuery({
    ...achievementsQuery(),
    enabled: account !== undefined,
    refetchInterval: () =>
      hasJustAnswered &&
      Date.now() - mountedAt < polling.interval * polling.times &&
      polling.interval,
  });
  const isDue = data?.user_achievements.some(({ is_shown }) => !is_shown) ?? false;

  const isClaiming = useRef(false);
  const celebrate = useEffectEvent(async () => {
    if (isClaiming.current || account === undefined) return;
    isClaiming.current = true;
    const achievement = await claim().catch(() => null);
    isClaiming.current = false;
    if (achievement) onEarned(achievement);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reply starts another attempt
  useEffect(() => {
    if (isDue && !isPaused) void celebrate();
  }, [isDue, isPaused, dataUpdatedAt]);
}
