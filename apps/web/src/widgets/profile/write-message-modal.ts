import { useLocation } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useEffect, useEffectEvent } from "react";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { useStartTalk } from "#widgets/talks/start-talk.ts";

/** Opens the modal to write a message if the page's address asks for it (`?message=1`). */
export function useWriteMessageModal(user: PublicUser) {
  const modal = useModal();
  const isRequested = useLocation({
    select: ({ search }) => "message" in search && search.message === "1",
  });
  const { start } = useStartTalk(user.account);
  const isDue = isRequested && !user.is_self;
  const openModal = useEffectEvent(() => modal.open("write_message", { user, onWrite: start }));
  useEffect(() => {
    if (isDue) openModal();
  }, [isDue]);
}
