import { useSyncExternalStore } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";

const key = "emoji_notice_seen";

/** Stores in this browser that its user has seen the notice; called after a question was sent. */
export function rememberEmojiNotice() {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // Without storage the notice is shown again.
  }
}

function hasBeenSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

// Nothing to subscribe to: storage is read when the form is rendered.
const subscribe = () => () => undefined;

/** Advises against emoji until the first question is sent from this browser. */
export function EmojiNotice() {
  const { t } = useTexts();
  const isSeen = useSyncExternalStore(subscribe, hasBeenSeen, () => false);
  return isSeen ? null : <p>{t("questions.emoji_notice")}</p>;
}
