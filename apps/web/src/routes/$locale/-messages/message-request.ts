import { useLocation } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useEffect, useEffectEvent } from "react";
import { useModal } from "../-modal/modal.tsx";

/** Whoever followed a link by which somebody asked for messages, `?message=1`, is told so. */
export function useMessageRequest(user: PublicUser) {
  const modal = useModal();
  const asked = useLocation({
    select: ({ search }) => "message" in search && search.message === "1",
  });
  const wanted = asked && !user.is_self;
  const tell = useEffectEvent(() => modal.open("anonymous_message_request", { user }));
  useEffect(() => {
    if (wanted) tell();
  }, [wanted]);
}
