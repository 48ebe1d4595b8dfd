import { useCallback, useEffect, useState } from "react";
import { pageSession } from "#lib/http/page-session.ts";

/**
 * A text that is stored in the tab while it is written, for the account that the page shows, so that it
 * survives a reload. The page is rendered without it; the stored text follows after hydration.
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

const getPrefix = (account: string) => `draft:${account}:`;
const getStorageKey = (key: string, account = pageSession.account ?? "") =>
  getPrefix(account) + key;

/** Somebody who signs in while they write goes on with the text that they began as a visitor. */
function readDraft(key: string): string {
  try {
    const ofAccount = sessionStorage.getItem(getStorageKey(key));
    return ofAccount ?? sessionStorage.getItem(getStorageKey(key, "")) ?? "";
  } catch {
    return "";
  }
}

/** Stores a text; an empty one removes the entry. */
function storeDraft(key: string, text: string) {
  try {
    if (text) sessionStorage.setItem(getStorageKey(key), text);
    else sessionStorage.removeItem(getStorageKey(key));
    if (pageSession.account) sessionStorage.removeItem(getStorageKey(key, ""));
  } catch {
    // Storage may be blocked; the text is then lost with the page.
  }
}

/** Removes the texts of an account from this tab, because it was signed out. */
export function clearDrafts(account: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(getPrefix(account))) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, so it holds no text.
  }
}
