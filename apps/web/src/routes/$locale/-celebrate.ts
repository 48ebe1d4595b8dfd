import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { achievementsQuery, useClaim } from "#features/achievements/queries.ts";
import { useModal, useModalIsOpen } from "./-modal/modal.tsx";

/** Where no event comes, the job that follows an answer is looked after for some seconds. */
const looks = { every: 2_000, times: 4 };

/**
 * Celebrates what one reached, one after the other and each once on all devices: it is taken on the
 * server first. Waits while something else is over the page.
 */
export function useCelebration(just_answered: boolean) {
  const account = useCurrentUser()?.account;
  const modal = useModal();
  const is_open = useModalIsOpen();
  const { mutateAsync: claim } = useClaim();
  const [from] = useState(() => Date.now());
  const { data, dataUpdatedAt } = useQuery({
    ...achievementsQuery(),
    enabled: account !== undefined,
    refetchInterval: () =>
      just_answered && Date.now() - from < looks.every * looks.times && looks.every,
  });
  const is_due = data?.user_achievements.some(({ is_shown }) => !is_shown) ?? false;

  // Never a second one before the first was seen.
  const busy = useRef(false);
  const celebrate = useEffectEvent(async () => {
    if (busy.current || account === undefined) return;
    busy.current = true;
    const achievement = await claim().catch(() => null);
    busy.current = false;
    if (achievement) modal.open("achievement", { account, achievement });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look at the server is another try
  useEffect(() => {
    if (is_due && !is_open) void celebrate();
  }, [is_due, is_open, dataUpdatedAt]);
}
