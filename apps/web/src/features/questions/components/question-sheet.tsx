import { useQuery } from "@tanstack/react-query";
import type { QuestionType } from "@toibako/contract/items.ts";
import { checkPost, textLimits } from "@toibako/contract/text.ts";
import { Lock, Send } from "lucide-react";
import {
  type RefObject,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { late, useLate } from "#ui/late.ts";
import { Textarea } from "#ui/textarea.tsx";
import { stampGroupsQuery } from "../queries.ts";
import { Envelope } from "./envelope.tsx";
import { FormNotes } from "./form-notes.tsx";
import { isReady, type QuestionDraft } from "./question-draft.tsx";
import { QuestionTypes } from "./question-types.tsx";
import { loadPicker, StampPart } from "./stamp-part.tsx";

const optionFields = late(async () => (await import("./option-fields.tsx")).OptionFields);

export type RequestStatus = "Inactive" | "Requesting";

interface QuestionSheetProps {
  displaying_name: string;
  draft: QuestionDraft;
  request_status: RequestStatus;
  /** What the server said, a line each. */
  failure: string | null;
  on_submit: () => void;
}

/** The letter in its open envelope, to be written on and sent. */
export function QuestionSheet(props: QuestionSheetProps) {
  const { displaying_name: name, draft, request_status, failure, on_submit } = props;
  const { type, text, set_text } = draft;
  const { t } = useTexts();
  const [touched, set_touched] = useState(false);
  const { groups, without_stamps, reach } = useStampGroups(draft);
  // Until somebody writes, a phone keeps the first answers in sight.
  const in_use = touched || text !== "" || type !== "text";
  const alone = in_use ? "7rem" : "3.5rem";
  const lines = type === "choose" ? "4.5rem" : alone;
  const ready = isReady(draft);

  // Whoever is quicker than the script keeps what they typed.
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current?.value) set_text(field.current.value);
  }, [set_text]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (request_status === "Inactive" && ready) on_submit();
  }
  return (
    <form onSubmit={submit} onFocus={() => set_touched(true)} noValidate>
      <Envelope
        tabs={
          <QuestionTypes
            type={type}
            set_type={draft.set_type}
            without_stamps={without_stamps}
            on_reach={reach}
          />
        }
        letter={
          <>
            {without_stamps && (
              <p role="status" className="mb-2 text-center text-sm text-ink-2">
                {t("questions.no_stamps")}
              </p>
            )}
            {type === "stamp" ? (
              <StampPart groups={groups} draft={draft} />
            ) : (
              <TextPart name={name} field={field} draft={draft} lines={lines} />
            )}
            {type === "choose" && <OptionsPart draft={draft} />}
          </>
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
          disabled={!ready}
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

/** The stamps, once somebody reaches for them: most questions are written. */
function useStampGroups({ type, set_type }: QuestionDraft) {
  const { locale } = useTexts();
  const [reached, set_reached] = useState(false);
  const groups = useQuery({ ...stampGroupsQuery(locale), enabled: reached || type === "stamp" });
  const without_stamps = groups.data?.length === 0;
  useEffect(() => {
    if (without_stamps && type === "stamp") set_type("text");
  }, [without_stamps, type, set_type]);
  function reach(to: QuestionType) {
    if (to !== "stamp") return;
    set_reached(true);
    loadPicker();
  }
  return { groups, reach, without_stamps };
}

interface TextPartProps {
  name: string;
  field: RefObject<HTMLTextAreaElement | null>;
  draft: QuestionDraft;
  /** Height of what can be written on. */
  lines: string;
}

function TextPart({ name, field, draft: { text, set_text }, lines }: TextPartProps) {
  const { t } = useTexts();
  // An empty sheet is no mistake yet.
  const mistake = text === "" ? undefined : checkPost(text);
  return (
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
        style={{ minHeight: lines }}
        className="transition-[min-height] duration-200 ease-calm placeholder:font-medium"
        name="body"
        value={text}
        onChange={(event) => set_text(event.target.value)}
        placeholder={t("questions.placeholder", { name })}
        limit={textLimits.post}
        leftLabel={(n) => t("questions.left", { n: Math.max(n, 0) })}
      />
    </Field>
  );
}

function OptionsPart({ draft: { options, set_options, set_type } }: { draft: QuestionDraft }) {
  const Fields = useLate(optionFields, true, () => set_type("text"));
  // As tall as two options and the way to add one.
  return (
    <div className="mt-3 min-h-48">
      {Fields && <Fields options={options} set_options={set_options} />}
    </div>
  );
}
