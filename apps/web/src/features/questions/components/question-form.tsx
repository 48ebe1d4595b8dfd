import { useRouter } from "@tanstack/react-router";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { useEffect, useLayoutEffect } from "react";
import { getSendFailureTexts } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { openLoadedPage } from "#lib/page/open-loaded-page.ts";
import { sendingMotion } from "#ui/motions/lazy-sending.ts";
import { type NewQuestion, useAsk } from "../queries.ts";
import { type QuestionDraft, useQuestionDraft } from "./question-draft.tsx";
import { QuestionSheet } from "./question-sheet.tsx";

interface QuestionFormProps {
  account: string;
  displaying_name: string;
  /** The theme of the account; by default the form has the colours of the site. */
  card_theme?: CardTheme | undefined;
  isSignedIn: boolean;
  /** Called after sending, when the next page is shown. */
  onSent?: (() => void) | undefined;
  isUnfolded?: boolean;
}

/** The form that sends an anonymous question to an account. */
export function QuestionForm(props: QuestionFormProps) {
  const draft = useQuestionDraft(props.account);
  return <QuestionFormWithDraft {...props} draft={draft} />;
}

interface QuestionFormWithDraftProps extends QuestionFormProps {
  draft: QuestionDraft;
}

/** The same form with a draft from its parent, which can then read and clear the draft. */
export function QuestionFormWithDraft({
  account,
  displaying_name,
  card_theme,
  isSignedIn,
  onSent,
  isUnfolded = false,
  draft,
}: QuestionFormWithDraftProps) {
  const { t, locale } = useTexts();
  const router = useRouter();
  const { mutate, state, error } = useAsk(draft.key, async (location) => {
    // No toast is needed, because the next page says that the question was sent.
    await openLoadedPage(router, location);
    draft.clear();
    onSent?.();
  });
  const isWriting = draft.text !== "" || draft.stamp !== undefined;
  useEffect(() => {
    // Without this code, the next page just appears.
    if (isWriting) sendingMotion.load().catch(() => undefined);
  }, [isWriting]);
  useLayoutEffect(() => () => sendingMotion.getLoaded()?.leaveSending(), []);
  return (
    <QuestionSheet
      card_theme={card_theme}
      displaying_name={displaying_name}
      isSignedIn={isSignedIn}
      isUnfolded={isUnfolded}
      draft={draft}
      requestStatus={state === "sending" ? "Requesting" : "Inactive"}
      failure={error && getSendFailureTexts(t, error, t("questions.unexpected_error")).join("\n")}
      onSubmit={(form) => {
        const motion = sendingMotion.getLoaded();
        motion?.startSending(form, t("questions.sending"));
        mutate(buildQuestion(draft, account, locale), { onError: () => motion?.undoSending() });
      }}
    />
  );
}

/** Builds the question from the input of the draft's type. */
function buildQuestion(draft: QuestionDraft, account: string, locale: Locale): NewQuestion {
  const { type, text: body, stamp, options, paper } = draft;
  const common = { account, locale, ...(paper && { paper }) };
  if (type === "stamp") return { type, stamp_id: stamp?.id ?? "", ...common };
  if (type === "choose") return { type, body, options, ...common };
  return { type, body, ...common };
}
