import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useIsModalOpen, useModal } from "#widgets/modals/modal-host.tsx";

/**
 * Opens the terms of messages until the account has accepted them. Declining leads back to the page from which the
 * reader came, or to the home from the first page of a tab. `page` names the page that calls it.
 */
export function useMessageTerms(page: string): void {
  const { locale } = useTexts();
  const router = useRouter();
  const modal = useModal();
  const isModalOpen = useIsModalOpen();
  const isDue = useCurrentUser()?.is_message_tos_showed === false && !isModalOpen;
  function goBack() {
    // An open modal gives the first page of a tab a second entry in the history (`useBackCloses`).
    const isFirstPage = !router.history.canGoBack() || router.latestLocation.state.is_repeated;
    if (!isFirstPage) return router.history.back();
    void router.navigate({ to: "/$locale/me/home", params: { locale }, replace: true });
  }
  function leave() {
    // If the back button has closed the modal, the browser is one entry behind until the router has undone this.
    const entry = window.history.state as { __TSR_key?: string } | null;
    const { __TSR_key: pageKey } = router.latestLocation.state;
    if ((entry?.__TSR_key ?? pageKey) === pageKey) goBack();
    else window.addEventListener("popstate", goBack, { once: true });
  }
  // Once on each page: after declining, the page stays until the browser has gone back.
  const askedOn = useRef<string>(undefined);
  const openTerms = useEffectEvent(() => modal.open("message_terms", { onDeclined: leave }));
  useEffect(() => {
    if (!isDue || askedOn.current === page) return;
    askedOn.current = page;
    openTerms();
  }, [isDue, page]);
}
