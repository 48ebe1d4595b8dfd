import { checkPost, textLimits } from "@toibako/contract/text.ts";
import { Lock, Send } from "lucide-react";
import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { Envelope } from "./envelope.tsx";
import { FormNotes } from "./form-notes.tsx";

export type RequestStatus = "Inactive" | "Requesting";

interface QuestionSheetProps {
  displaying_name: string;
  text: string;
  set_text: (text: string) => void;
  request_status: RequestStatus;
  /** What the server said, a line each. */
  failure: string | null;
  on_submit: () => void;
}

/** The letter in its open envelope, to be written on and sent. */
export function QuestionSheet(props: QuestionSheetProps) {
  const { displaying_name: name, text, set_text, request_status, failure, on_submit } = props;
  const { t } = useTexts();
  const [touched, set_touched] = useState(false);
  // Until somebody writes, a phone keeps the first answers in sight.
  const in_use = touched || text !== "";
  const problem = checkPost(text);
  const ready = request_status === "Inactive" && problem === undefined;
  // An empty sheet is no mistake yet.
  const mistake = text === "" ? undefined : problem;

  // Whoever is quicker than the script keeps what they typed.
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current?.value) set_text(field.current.value);
  }, [set_text]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (ready) on_submit();
  }
  return (
    <form onSubmit={submit} onFocus={() => set_touched(true)} noValidate>
      <Envelope
        letter={
          <Field
            label={t("questions.ask_title", { name })}
            hideLabel
            required
            error={mistake && t(`questions.${mistake}`, { length: textLimits.post })}
          >
            <Textarea
              ref={field}
              look="letter"
              rows={2}
              style={{ minHeight: in_use ? "7rem" : "3.5rem" }}
              className="transition-[min-height] duration-200 ease-calm placeholder:font-medium"
              name="body"
              value={text}
              onChange={(event) => set_text(event.target.value)}
              placeholder={t("questions.placeholder", { name })}
              limit={textLimits.post}
              leftLabel={(n) => t("questions.left", { n: Math.max(n, 0) })}
            />
          </Field>
        }
      >
        {failure && (
          <p role="alert" className="text-sm font-semibold whitespace-pre-line text-danger">
            {failure}
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          wide
          disabled={problem !== undefined}
          pending={request_status === "Requesting"}
          pendingLabel={t("questions.sending")}
        >
          <Send size={20} aria-hidden="true" />
          {t("questions.send")}
        </Button>
        <p className="flex items-start justify-center gap-1.5 text-xs font-semibold">
          <Lock size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
          {t("questions.reassurance", { name })}
        </p>
        <FormNotes shown={in_use} />
      </Envelope>
    </form>
  );
}
