import { useCallback, useEffect, useState } from "react";
import { listStoredKeys, readStored, titlesKey, writeStored } from "#lib/browser/storage.ts";
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

/**
 * Puts a text in front of a stored draft, once. A form that already shows the draft doesn't notice, so this is for the
 * form of another page.
 */
export function prefillDraft(key: string, text: string): void {
  const draft = readDraft(key);
  if (!draft.includes(text)) storeDraft(key, draft ? `${text}\n\n${draft}` : text);
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

const sendKeySuffix = ":key";
const getPrefix = (user_id: string) => `draft:${user_id}:`;
const getStorageKey = (key: string, user_id = pageSession.user_id ?? "") =>
  getPrefix(user_id) + key;
// The server binds a key to who sends it, so a visitor's key is not used after signing in.
const getSendKeyName = (draft: string) => getStorageKey(draft) + sendKeySuffix;

const readEntry = (name: string) => readStored("sessionStorage", name);

/** Stores an entry, or removes it if the text is empty. */
const writeEntry = (name: string, text: string) =>
  writeStored("sessionStorage", name, text || null);

/** Returns the draft of the account, or else the draft that its owner began as a visitor before signing in. */
export function readDraft(key: string): string {
  return readEntry(getStorageKey(key)) ?? readEntry(getStorageKey(key, "")) ?? "";
}

/** Stores a text, or removes the entry if the text is empty. An account's text replaces the visitor's. */
export function storeDraft(key: string, text: string) {
  writeEntry(getStorageKey(key), text);
  if (pageSession.user_id) writeEntry(getStorageKey(key, ""), "");
}

/** Whether this tab has a text that the page's account has typed and not sent. */
export const hasDraft = (): boolean =>
  listStoredKeys("sessionStorage", getStorageKey("")).some((key) => !key.endsWith(sendKeySuffix));

/** Removes the drafts of a signed-out account from this tab, and the titles of the pages that it has read. */
export function clearDrafts(user_id: string): void {
  writeStored("sessionStorage", titlesKey, null);
  for (const key of listStoredKeys("sessionStorage", getPrefix(user_id))) writeEntry(key, "");
}
