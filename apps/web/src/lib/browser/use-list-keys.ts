import { useEffect, useEffectEvent } from "react";

/** Lets single keys act on the lists of the page. Their code is loaded with the first key that is not for a field. */
export function useListKeys(showKeys: () => unknown): void {
  const show = useEffectEvent(showKeys);
  useEffect(() => {
    let held: string | undefined;
    async function press(event: KeyboardEvent) {
      const isTyping = (event.target as Element).closest("input,textarea,select,[contenteditable]");
      // A key that opened a form and is still held writes nothing into it.
      if (event.repeat && isTyping && event.code === held) event.preventDefault();
      if (!event.repeat) held = isTyping ? undefined : event.code;
      if (isTyping) return;
      (await import("./press-list-key.ts")).pressListKey(event, show);
    }
    // If the code can't be loaded, the next key tries again.
    const listen = (event: KeyboardEvent) => void press(event).catch(() => undefined);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
