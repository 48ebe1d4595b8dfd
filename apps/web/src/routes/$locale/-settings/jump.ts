import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/** Brings the section that the address names into sight, and the keyboard with it. */
export function useJump(tab: string | undefined) {
  const hash = useLocation({ select: (location) => location.hash });
  const id = hash || tab;
  useEffect(() => {
    const section = id && document.getElementById(id);
    if (!section) return;
    section.focus({ preventScroll: true });
    section.scrollIntoView();
  }, [id]);
}
