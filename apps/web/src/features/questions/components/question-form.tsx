import { useNavigate } from "@tanstack/react-router";
import type { Locale } from "@toibako/contract/locales.ts";
import { errorTexts } from "#lib/client.ts";
import { useTexts } from "#lib/i18n.tsx";
import { useToasts } from "#ui/toasts.ts";
import { type NewQuestion, useAsk } from "../queries.ts";
import { type QuestionDraft, useQuestionDraft } from "./question-draft.tsx";
import { QuestionSheet } from "./question-sheet.tsx";

interface QuestionFormProps {
  account: string;
  displaying_name: string;
  /** Told before the sender is led on. */
  on_sent?: ((location: string) => void) | undefined;
}

/** Asks one account, anonymously. */
export function QuestionForm(props: QuestionFormProps) {
  const draft = useQuestionDraft(props.account);
  return <QuestionFormOf {...props} draft={draft} />;
}

interface QuestionFormOfProps extends QuestionFormProps {
  draft: QuestionDraft;
}

/** The form, for whoever holds the question in progress. */
export function QuestionFormOf({ account, displaying_name, on_sent, draft }: QuestionFormOfProps) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useAsk((location) => {
    draft.clear();
    toasts.toast(t("questions.questioned"), { type: "success" });
    on_sent?.(location);
    void navigate({ href: location });
  });
  const refusal = errorTexts(error).join("\n");
  return (
    <QuestionSheet
      displaying_name={displaying_name}
      draft={draft}
      request_status={isPending ? "Requesting" : "Inactive"}
      failure={error && (refusal || t("questions.unexpected_error"))}
      on_submit={() => mutate(questionOf(draft, account, locale))}
    />
  );
}

/** What is sent of a draft: only what belongs to the way of asking that is shown. */
function questionOf(draft: QuestionDraft, account: string, locale: Locale): NewQuestion {
  const { type, text: body, stamp, options } = draft;
  if (type === "stamp") return { type, stamp_id: stamp?.id ?? "", account, locale };
  if (type === "choose") return { type, body, options, account, locale };
  return { type, body, account, locale };
}
