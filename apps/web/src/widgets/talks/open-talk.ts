import type { RegisteredRouter } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { messageLength } from "@toibako/contract/messages.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { startTalkWith } from "#features/talks/queries.ts";
import { forgetDraft, prefillDraft, readDraft } from "#lib/forms/draft.ts";
import { describeFailure } from "#lib/http/client.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import type { Toasts } from "#ui/feedback/toasts.ts";
import type { Modal } from "#widgets/modals/modal-host.tsx";
import { getMessageDraftKey, getStartDraftKey } from "./message-draft.ts";
import { openModalForNeed } from "./writing-needs.ts";

/** Characters of a question that prefill the unsent text; the rest of a message's length is for what follows. */
const quotedLength = messageLength / 2;

interface OpenTalkOptions {
  account: string;
  /** The text that prefills the unsent text of the talk; empty for none. */
  quoted: string;
  locale: Locale;
  router: RegisteredRouter;
  toasts: Toasts;
  modal: Modal;
}

/**
 * Starts a talk with an account, or finds the one that was started before, and opens it with what was written to the
 * account before. If the account must first
 * accept the terms or register its birthday, opens the modal for this, which starts the talk afterwards. After any
 * other failure, opens the list of talks and says why.
 */
export async function openTalk(options: OpenTalkOptions): Promise<void> {
  const { account, quoted, locale, router, toasts, modal } = options;
  try {
    const uuid = await startTalkWith(account);
    const draft = getMessageDraftKey(uuid);
    const startDraft = getStartDraftKey(account);
    const written = readDraft(startDraft);
    if (written) prefillDraft(draft, written);
    forgetDraft(startDraft);
    if (quoted) prefillDraft(draft, truncateText(quoted, quotedLength));
    await router.navigate({ to: "/$locale/me/talks/$uuid", params: { locale, uuid } });
  } catch (error) {
    if (openModalForNeed(modal, error, () => void openTalk(options))) return;
    toasts.showBar("error", describeFailure(error, getTexts(locale).t("talks.start_failed")));
    await router.navigate({ to: "/$locale/me/talks", params: { locale } });
  }
}
