import { useEffect, useEffectEvent } from "react";

const fields =
  "input:not([type=radio],[type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";

/**
 * Lets single keys act on the lists of the page, and loads their code with the first one. They do nothing while a text
 * is typed, and with Ctrl, Alt or Meta.
 */
export function useListKeys(showKeys: () => unknown): void {
  const show = useEffectEvent(showKeys);
  useEffect(() => {
    async function press(event: KeyboardEvent) {
      const key = readListKey(event);
      if (key) (await import("./press-list-key.ts")).pressListKey(key, show);
    }
    // If the code can't be loaded, the next key tries again.
    const listen = (event: KeyboardEvent) => void press(event).catch(() => undefined);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

function readListKey(event: KeyboardEvent): string | undefined {
  const { target, defaultPrevented, ctrlKey, altKey, metaKey, shiftKey, repeat } = event;
  if (defaultPrevented || ctrlKey || altKey || metaKey) return undefined;
  if (!(target instanceof Element) || target.closest(fields)) return undefined;
  const key = readKey(event);
  if (key === "?" && !repeat) return key;
  if (shiftKey) return undefined;
  // A link or a button takes Enter for itself.
  if (key === "enter" && target.matches("[data-list-card]:not(a,button)")) return key;
  return (repeat ? /^[jk]$/ : /^[jkla]$/).test(key) ? key : undefined;
}

/** Returns the letter on the key's place in layouts that don't have Latin letters. */
const readKey = ({ key, code }: KeyboardEvent): string =>
  (/^[ -~]+$/.test(key) ? key : code.slice("Key".length)).toLowerCase();
