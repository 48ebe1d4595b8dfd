import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "#lib/browser/storage.ts";
import { useTexts } from "#lib/i18n/texts.tsx";

const storageKey = "emoji_notice_seen";

/** Stores in this browser that the sender has seen the notice. Called after a question was sent. */
export function markEmojiNoticeAsSeen() {
  writeStored("localStorage", storageKey, "1");
}

const hasBeenSeen = () => readStored("localStorage", storageKey) !== null;

// Subscribes to nothing, because it is enough to read the storage when the form is rendered.
const subscribe = () => () => undefined;

/** Advises against emoji. It is shown until the first question is sent from this browser. */
export function EmojiNotice() {
  const { t } = useTexts();
  const isSeen = useSyncExternalStore(subscribe, hasBeenSeen, () => false);
  return isSeen ? null : <p>{t("questions.emoji_notice")}</p>;
}
