import { useEffect, useRef } from "react";

const typingSelector =
  "input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]";

/** Calls the action of a key, except while a text is typed, a dialog is open, or Ctrl, Alt or Meta is pressed. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>) {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(typingSelector);
      const isModified = event.ctrlKey || event.altKey || event.metaKey;
      if (isTyping || isModified || document.querySelector("[role=dialog]")) return;
      const act = current.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
