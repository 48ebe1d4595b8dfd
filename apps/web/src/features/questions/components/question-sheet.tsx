import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { QuestionType } from "@toibako/contract/items.ts";
import { checkText, textLimits } from "@toibako/contract/text.ts";
import { Send } from "lucide-react";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useProofWork } from "#lib/http/loader.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/forms/field.tsx";
import { WrittenTextNotice } from "#ui/forms/text-notice.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { useSubmitInView } from "#ui/forms/use-submit-in-view.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { isLongLetter } from "#ui/surfaces/letter.tsx";
import { stampGroupsQuery } from "../queries.ts";
import { EmojiNotice } from "./emoji-notice.tsx";
import { Envelope } from "./envelope.tsx";
import { canBeSent, type QuestionDraft } from "./question-draft.tsx";
import { QuestionTypes } from "./question-types.tsx";
import { loadPicker, StampPart } from "./stamp-part.tsx";
import { TrustLine } from "./trust-line.tsx";

const optionFields = defineLazyModule(
  async () => (await import("./option-fields.tsx")).OptionFields,
);

const problemTexts = {
  invalid_text_required: "questions.invalid_text_required",
  invalid_text_maxlength: "questions.invalid_text_maxlength",
  invalid_text_marks: "common.invalid_text_marks",
} as const;

export type RequestStatus = "Inactive" | "Requesting";

interface QuestionSheetProps {
  displaying_name: string;
  isSignedIn: boolean;
  draft: QuestionDraft;
  requestStatus: RequestStatus;
  /** The server's messages, one per line. */
  failure: string | null;
  onSubmit: () => void;
}

/** The question form, drawn as a letter in an open envelope. */
export function QuestionSheet(props: QuestionSheetProps) {
  const { displaying_name: name, isSignedIn, draft, requestStatus, failure, onSubmit } = props;
  const { type, text } = draft;
  const { t } = useTexts();
  const [isTouched, setIsTouched] = useState(false);
  const { groups, hasNoStamps, prepareType } = useStampGroups(draft);
  // The text field is small until the form is used, so that phones show the first answers below the form.
  const isInUse = isTouched || text !== "" || type !== "text";
  const textMinHeight = isInUse ? "7rem" : "3.5rem";
  const minHeight = type === "choose" ? "4.5rem" : textMinHeight;
  const canSend = canBeSent(draft);
  const sendButton = useRef<HTMLButtonElement>(null);
  useSubmitInView(sendButton, text);
  const pendingLabel = useProofWork() ? t("common.checking") : t("questions.sending");

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (requestStatus === "Inactive" && canSend) onSubmit();
  }
  return (
    <form onSubmit={submit} onFocus={() => setIsTouched(true)} noValidate>
      <Envelope
        tabs={
          <QuestionTypes
            type={type}
            setType={draft.setType}
            hasNoStamps={hasNoStamps}
            onApproach={prepareType}
          />
        }
        letter={
          <>
            {hasNoStamps && (
              <p role="status" className="mb-2 text-center text-sm text-ink-2">
                {t("questions.no_stamps")}
              </p>
            )}
            {type === "stamp" ? (
              <StampPart groups={groups} draft={draft} />
            ) : (
              <TextPart name={name} draft={draft} minHeight={minHeight} />
            )}
            {type === "choose" && <OptionsPart draft={draft} />}
          </>
        }
      >
        <WrittenTextNotice text={text} />
        {failure && (
          <p role="alert" className="text-sm font-semibold whitespace-pre-line text-danger">
            {failure}
          </p>
        )}
        <Button
          ref={sendButton}
          type="submit"
          size="lg"
          isWide
          disabled={!canSend}
          isPending={requestStatus === "Requesting"}
          pendingLabel={pendingLabel}
        >
          <Send size={20} aria-hidden="true" />
          {t("questions.send")}
        </Button>
        <div className="-my-1.5 grid justify-items-center">
          <TrustLine name={name} typed={text} isSignedIn={isSignedIn}>
            {t("questions.reassurance", { name })}
          </TrustLine>
        </div>
        <FormNotes isInUse={isInUse} hasEmojiNotice={isInUse && type === "text"} />
      </Envelope>
    </form>
  );
}

/** Loads the stamps when their tab is hovered, focused or chosen. Most senders don't need them. */
function useStampGroups({ type, setType }: QuestionDraft) {
  const { locale } = useTexts();
  const [isNeeded, setIsNeeded] = useState(false);
  const groups = useQuery({ ...stampGroupsQuery(locale), enabled: isNeeded || type === "stamp" });
  const hasNoStamps = groups.data?.length === 0;
  useEffect(() => {
    if (hasNoStamps && type === "stamp") setType("text");
  }, [hasNoStamps, type, setType]);
  function prepareType(typeOfTab: QuestionType) {
    if (typeOfTab !== "stamp") return;
    setIsNeeded(true);
    loadPicker();
  }
  return { groups, prepareType, hasNoStamps };
}

interface TextPartProps {
  name: string;
  draft: QuestionDraft;
  /** The minimum height of the text field. */
  minHeight: string;
}

function TextPart({ name, draft: { text, setText }, minHeight }: TextPartProps) {
  const { t } = useTexts();
  // An empty field shows no error, because the sender may not have begun to write.
  const problem = text === "" ? undefined : checkText(text, textLimits.question);
  return (
    <Field
      label={t("questions.ask_title", { name })}
      isLabelHidden
      required
      error={problem && t(problemTexts[problem], { length: textLimits.question })}
    >
      <Textarea
        look={isLongLetter(text) ? "prose" : "letter"}
        rows={2}
        style={{ minHeight }}
        className="transition-[min-height] duration-200 ease-calm placeholder:break-keep"
        name="body"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t("questions.placeholder", { name })}
        limit={textLimits.question}
        remainingLabel={(n) => t("questions.characters_left", { n: Math.max(n, 0) })}
      />
    </Field>
  );
}

function OptionsPart({ draft: { options, setOptions, setType } }: { draft: QuestionDraft }) {
  const Fields = useLazyModule(optionFields, true, () => setType("text"));
  return (
    // The minimum height is that of two options and the button that adds one.
    <div className="mt-3 min-h-48">
      {Fields && <Fields options={options} setOptions={setOptions} />}
    </div>
  );
}

/** Notes on emoji and on the terms. On narrow screens they are hidden until the form is in use. */
function FormNotes({ isInUse, hasEmojiNotice }: { isInUse: boolean; hasEmojiNotice: boolean }) {
  const { t, locale } = useTexts();
  const renderTermsLink = (children: ReactNode) => (
    <Link to="/$locale/fxp/$slug" params={{ locale, slug: "terms" }} className="underline">
      {children}
    </Link>
  );
  return (
    <div className={cx("grid gap-1 text-center text-xs text-balance", !isInUse && "max-lg:hidden")}>
      {hasEmojiNotice && <EmojiNotice />}
      <p>{t.rich("questions.agreement", {}, { terms: renderTermsLink })}</p>
    </div>
  );
}
