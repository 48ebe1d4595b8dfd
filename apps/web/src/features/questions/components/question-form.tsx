import { useNavigate } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { type NewQuestion, useAsk } from "../queries.ts";
import { rememberEmojiNotice } from "./emoji-notice.tsx";
import { type QuestionDraft, useQuestionDraft } from "./question-draft.tsx";
import { QuestionSheet } from "./question-sheet.tsx";

interface QuestionFormProps {
  account: string;
  displaying_name: string;
  isSignedIn: boolean;
  /** Called once the page after sending is shown. */
  onSent?: (() => void) | undefined;
}

/** Sends an anonymous question to an account. */
export function QuestionForm(props: QuestionFormProps) {
  const draft = useQuestionDraft(props.account);
  return <QuestionFormWithDraft {...props} draft={draft} />;
}

interface QuestionFormWithDraftProps extends QuestionFormProps {
  draft: QuestionDraft;
}

/** The form with a draft that its parent holds. */
export function QuestionFormWithDraft({
  account,
  displaying_name,
  isSignedIn,
  onSent,
  draft,
}: QuestionFormWithDraftProps) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useAsk(async (location) => {
    // The page that follows says that the question was sent, so there is no toast.
    await navigate({ href: location });
    draft.clear();
    rememberEmojiNotice();
    onSent?.();
  });
  return (
    <QuestionSheet
      displaying_name={displaying_name}
      isSignedIn={isSignedIn}
      draft={draft}
      requestStatus={isPending ? "Requesting" : "Inactive"}
      failure={error && getErrorTexts(error, t("questions.unexpected_error")).join("\n")}
      onSubmit={() => mutate(toNewQuestion(draft, account, locale))}
    />
  );
}

/** The fields of a draft that belong to its type. */
function toNewQuestion(draft: QuestionDraft, account: string, locale: Locale): NewQuestion {
  const { type, text: body, stamp, options } = draft;
  if (type === "stamp") return { type, stamp_id: stamp?.id ?? "", account, locale };
  if (type === "choose") return { type, body, options, account, locale };
  return { type, body, account, locale };
}
