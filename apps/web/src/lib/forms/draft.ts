import { useCallback, useEffect, useState } from "react";

/**
 * A text that is stored in the tab while it is written, so that it survives a reload. The page is
 * rendered without it; the stored text follows after hydration.
 */
export function useDraft(key: string): [text: string, write: (text: string) => void] {
  const [draft, setDraft] = useState({ key, text: "" });
  useEffect(
    () =>
      setDraft((current) =>
        current.key === key && current.text ? current : { key, text: readDraft(key) },
      ),
    [key],
  );
  const write = useCallback(
    (text: string) => {
      setDraft({ key, text });
      storeDraft(key, text);
    },
    [key],
  );
  return [draft.key === key ? draft.text : "", write];
}

function readDraft(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Stores a text; an empty one removes the entry. */
function storeDraft(key: string, text: string) {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Storage may be blocked; the text is then lost with the page.
  }
}
