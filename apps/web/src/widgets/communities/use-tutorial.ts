import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useIsModalOpen, useModal } from "#widgets/modals/modal-host.tsx";

/** Returns a function that opens the tutorial of communities. */
export function useTutorialModal() {
  const { locale } = useTexts();
  const modal = useModal();
  const navigate = useNavigate();
  const onFinish = () => void navigate({ to: "/$locale/communities", params: { locale } });
  return () => modal.open("community_tutorial", { onFinish });
}

/** If `isDue`, opens the tutorial for an account that has not begun it, as soon as no other modal is open. */
export function useFirstTutorial(isDue: boolean): void {
  const hasNotBegun = useCurrentUser()?.community_tutorial_has_not_began_yet ?? false;
  const isModalOpen = useIsModalOpen();
  const openTutorial = useEffectEvent(useTutorialModal());
  const isOpening = isDue && hasNotBegun && !isModalOpen;
  useEffect(() => {
    if (isOpening) openTutorial();
  }, [isOpening]);
}
