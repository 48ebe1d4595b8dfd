import { useRouter } from "@tanstack/react-router";
import { messageLength } from "@toibako/contract/messages.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { useRef, useState } from "react";
import { startTalkWith } from "#features/talks/queries.ts";
import { prefillDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useWritingNeeds } from "./writing-needs.ts";

/** The key of the draft that holds the unsent text of a talk. */
export const getMessageDraftKey = (uuid: string) => `talk-message:${uuid}`;

/** Characters of a question that prefill the unsent text; the rest of a message's length is for what follows. */
const quotedLength = messageLength / 2;

/**
 * Starts a talk with an account, or finds the one that was started before, and opens it. The talk's unsent text is
 * prefilled with `quoted`. If the start fails, the list of talks opens and a bar says why.
 */
export function useStartTalk(account: string, { quoted = "" } = {}) {
  const { t, locale } = useTexts();
  const router = useRouter();
  const toasts = useToasts();
  const openModalFor = useWritingNeeds();
  const [isPending, setIsPending] = useState(false);
  // State changes with the next render only; with this ref, a second press in the same frame is ignored.
  const isBusy = useRef(false);

  async function start(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsPending(true);
    try {
      const uuid = await startTalkWith(account);
      if (quoted) prefillDraft(getMessageDraftKey(uuid), truncateText(quoted, quotedLength));
      await router.navigate({ to: "/$locale/me/talks/$uuid", params: { locale, uuid } });
    } catch (error) {
      if (!openModalFor(error, () => void start())) await showFailure(error);
    } finally {
      isBusy.current = false;
      setIsPending(false);
    }
  }
  async function showFailure(error: unknown) {
    toasts.showBar("error", describeFailure(error, t("talks.start_failed")));
    await router.navigate({ to: "/$locale/me/talks", params: { locale } });
  }
  return { start, isPending };
}
