import { useNavigate } from "@tanstack/react-router";
import { ApiError, errorTexts } from "#lib/client.ts";
import { useDraft } from "#lib/draft.ts";
import { useTexts } from "#lib/i18n.tsx";
import { useToasts } from "#ui/toasts.ts";
import { useAsk } from "../queries.ts";
import { QuestionSheet } from "./question-sheet.tsx";

interface QuestionFormProps {
  account: string;
  displaying_name: string;
  /** Told before the sender is led on. */
  on_sent?: ((location: string) => void) | undefined;
}

/** Asks one account, anonymously. */
export function QuestionForm(props: QuestionFormProps) {
  const [text, set_text] = useDraft(draftKey(props.account));
  return <QuestionFormOf {...props} text={text} set_text={set_text} />;
}

export function draftKey(account: string): string {
  return `question:${account.toLowerCase()}`;
}

interface QuestionFormOfProps extends QuestionFormProps {
  text: string;
  set_text: (text: string) => void;
}

/** The form, for whoever holds the text in progress. */
export function QuestionFormOf({
  account,
  displaying_name,
  on_sent,
  text,
  set_text,
}: QuestionFormOfProps) {
  const { t, locale } = useTexts();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useAsk((location) => {
    set_text("");
    toasts.toast(t("questions.questioned"), { type: "success" });
    on_sent?.(location);
    void navigate({ href: location });
  });
  const refusal = error instanceof ApiError ? errorTexts(error).join("\n") : "";
  return (
    <QuestionSheet
      displaying_name={displaying_name}
      text={text}
      set_text={set_text}
      request_status={isPending ? "Requesting" : "Inactive"}
      failure={error && (refusal || t("questions.unexpected_error"))}
      on_submit={() => mutate({ body: text, account, locale })}
    />
  );
}
