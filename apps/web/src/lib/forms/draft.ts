import { useCallback, useEffect, useState } from "react";
import { pageSession } from "#lib/http/page-session.ts";

/**
 * Returns a draft that is stored in the tab for the page's account, so that it survives a reload, a
 * function that changes it, and one that discards it with its idempotency key. The draft is empty on the
 * server and until hydration.
 */
export function useDraft(
  key: string,
): [text: string, write: (text: string) => void, discard: () => void] {
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
  const discard = useCallback(() => {
    write("");
    forgetSendKey(key);
  }, [key, write]);
  return [draft.key === key ? draft.text : "", write, discard];
}

/** Removes a stored draft and its idempotency key. A field that shows the draft keeps its text. */
export function forgetDraft(key: string): void {
  storeDraft(key, "");
  forgetSendKey(key);
}

/**
 * Returns the idempotency key of a draft, which stays the same until `forgetSendKey`, so that a draft whose
 * reply was lost is stored once however often it is sent.
 */
export function getSendKey(draft: string): string {
  const name = getSendKeyName(draft);
  const existing = readEntry(name);
  if (existing !== null) return existing;
  const created = crypto.randomUUID();
  writeEntry(name, created);
  return created;
}

/** Gives a draft the key with which its text was sent before, for example from the queue of waiting answers. */
export function setSendKey(draft: string, key: string): void {
  writeEntry(getSendKeyName(draft), key);
}

export function forgetSendKey(draft: string): void {
  writeEntry(getSendKeyName(draft), "");
}

const getPrefix = (user_id: string) => `draft:${user_id}:`;
const getStorageKey = (key: string, user_id = pageSession.user_id ?? "") =>
  getPrefix(user_id) + key;
// The server binds a key to who sends it, so a visitor's key is not used after signing in.
const getSendKeyName = (draft: string) => `${getStorageKey(draft)}:key`;

/** The entries of a browser that blocks its storage. They are lost with the page. */
const blockedEntries = new Map<string, string>();

function readEntry(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return blockedEntries.get(name) ?? null;
  }
}

/** Stores an entry, or removes it if the text is empty. */
function writeEntry(name: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(name, text);
    else sessionStorage.removeItem(name);
  } catch {
    if (text) blockedEntries.set(name, text);
    else blockedEntries.delete(name);
  }
}

/** Returns the draft of the account, or else the draft that its owner began as a visitor before signing in. */
function readDraft(key: string): string {
  return readEntry(getStorageKey(key)) ?? readEntry(getStorageKey(key, "")) ?? "";
}

/** Stores a text, or removes the entry if the text is empty. An account's text replaces the visitor's. */
function storeDraft(key: string, text: string) {
  writeEntry(getStorageKey(key), text);
  if (pageSession.user_id) writeEntry(getStorageKey(key, ""), "");
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
