import { useCallback, useEffect, useState } from "react";
import { pageSession } from "#lib/http/page-session.ts";

/**
 * Returns a draft that is stored in the tab for the page's account, so that it survives a reload, and a
 * function that changes it. The draft is empty on the server and until hydration.
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

const getPrefix = (user_id: string) => `draft:${user_id}:`;
const getStorageKey = (key: string, user_id = pageSession.user_id ?? "") =>
  getPrefix(user_id) + key;

/** Returns the draft of the account, or else the draft that its owner began as a visitor before signing in. */
function readDraft(key: string): string {
  try {
    const accountDraft = sessionStorage.getItem(getStorageKey(key));
    const visitorDraft = sessionStorage.getItem(getStorageKey(key, ""));
    return accountDraft ?? visitorDraft ?? "";
  } catch {
    return "";
  }
}

/** Stores a text, or removes the entry if the text is empty. An account's text replaces the visitor's. */
function storeDraft(key: string, text: string) {
  try {
    if (text) sessionStorage.setItem(getStorageKey(key), text);
    else sessionStorage.removeItem(getStorageKey(key));
    if (pageSession.user_id) sessionStorage.removeItem(getStorageKey(key, ""));
  } catch {
    // Storage may be blocked; the text is then lost with the page.
  }
}

/** Removes the drafts of a signed-out account from this tab. */
export function clearDrafts(user_id: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(getPrefix(user_id))) sessionStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, so it contains no drafts.
  }
}
