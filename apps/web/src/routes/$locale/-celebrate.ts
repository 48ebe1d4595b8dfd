import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
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
  const user = useCurrentUser();
  const modal = useModal();
  const is_open = useModalIsOpen();
  const claim = useClaim();
  const [from] = useState(() => Date.now());
  const { data } = useQuery({
    ...achievementsQuery(),
    enabled: user !== undefined,
    refetchInterval: () =>
      just_answered && Date.now() - from < looks.every * looks.times && looks.every,
  });
  const account = user?.account;
  const is_due = data?.user_achievements.some(({ is_shown }) => !is_shown) ?? false;
  const { mutateAsync, isPending } = claim;
  useEffect(() => {
    if (!is_due || is_open || isPending || account === undefined) return;
    mutateAsync().then(
      (achievement) => achievement && modal.open("achievement", { account, achievement }),
      // It stays to be taken: the next look tries again.
      () => undefined,
    );
  }, [is_due, is_open, isPending, account, modal, mutateAsync]);
}
