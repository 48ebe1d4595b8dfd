import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { achievementsQuery, useClaim } from "#features/achievements/queries.ts";
import { useIsModalOpen, useModal } from "./modal-host.tsx";

/** How often, in milliseconds, and how many times to poll for what the job after an answer stores. */
const polling = { interval: 2_000, times: 4 };

/**
 * Opens the achievement modal for each achievement that was not shown yet, one after the other and
 * once across all devices, because the server hands each out once. Waits while another modal is
 * open. Right after an answer it polls, for readers without an event stream.
 */
export function useCelebration(hasJustAnswered: boolean) {
  const account = useCurrentUser()?.account;
  const modal = useModal();
  const isModalOpen = useIsModalOpen();
  const { mutateAsync: claim } = useClaim();
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
    if (achievement) modal.open("achievement", { account, achievement });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response is another attempt
  useEffect(() => {
    if (isDue && !isModalOpen) void celebrate();
  }, [isDue, isModalOpen, dataUpdatedAt]);
}
