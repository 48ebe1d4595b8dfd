import { useCallback, useEffect, useState } from "react";

/**
 * A text in progress that outlives a reload of this tab; an empty one leaves nothing behind. The
 * page is rendered without it, what was kept follows at once. Another key is another text.
 */
export function useDraft(key: string): [text: string, write: (text: string) => void] {
  const [draft, setDraft] = useState({ key, text: "" });
  useEffect(
    () => setDraft((now) => (now.key === key && now.text ? now : { key, text: keptUnder(key) })),
    [key],
  );
  const write = useCallback(
    (text: string) => {
      setDraft({ key, text });
      keep(key, text);
    },
    [key],
  );
  return [draft.key === key ? draft.text : "", write];
}

/** What was kept of a text in progress. */
export function keptUnder(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text in progress; an empty one is forgotten. */
export function keep(key: string, text: string) {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage may be closed to us; the text then lasts as long as the page.
  }
}
