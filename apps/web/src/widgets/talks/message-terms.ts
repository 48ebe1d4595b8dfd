import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useIsModalOpen, useModal } from "#widgets/modals/modal-host.tsx";

/**
 * Opens the terms of messages until the account has accepted them. Declining leads back to the page from which the
 * reader came, or to the home from the first page of a tab.
 */
export function useMessageTerms(): void {
  const { locale } = useTexts();
  const router = useRouter();
  const modal = useModal();
  const isModalOpen = useIsModalOpen();
  const isDue = useCurrentUser()?.is_message_tos_showed === false && !isModalOpen;
  function leave() {
    const { state } = router.latestLocation;
    // An open modal gives the first page of a tab a second entry in the history (`useBackCloses`).
    if (router.history.canGoBack() && !state.is_repeated) router.history.back();
    else void router.navigate({ to: "/$locale/me/home", params: { locale }, replace: true });
  }
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Once on each page: after declining, the page stays until the browser has gone back.
  const askedAt = useRef<string>(undefined);
  const openTerms = useEffectEvent(() => modal.open("message_terms", { onDeclined: leave }));
  useEffect(() => {
    if (!isDue || askedAt.current === path) return;
    askedAt.current = path;
    openTerms();
  }, [isDue, path]);
}
