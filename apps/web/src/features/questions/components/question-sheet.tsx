import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { QuestionType } from "@toibako/contract/items.ts";
import { checkText, textLimits } from "@toibako/contract/text.ts";
import { Send } from "lucide-react";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useProofWork } from "#lib/http/loader.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { CookieNotice } from "#ui/feedback/cookie-notice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { WrittenTextNotice } from "#ui/forms/text-notice.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { useSubmitInView } from "#ui/forms/use-submit-in-view.ts";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { isLongLetter } from "#ui/surfaces/letter-text.tsx";
import { stampGroupsQuery } from "../queries.ts";
import { Envelope } from "./envelope.tsx";
import { PaperChoice } from "./paper-choice.tsx";
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

type RequestStatus = "Inactive" | "Requesting";

interface QuestionSheetProps {
  card_theme?: CardTheme | undefined;
  displaying_name: string;
  isSignedIn: boolean;
  draft: QuestionDraft;
  requestStatus: RequestStatus;
  /** The server's messages, one per line. */
  failure: string | null;
  onSubmit: (form: HTMLFormElement) => void;
  /** Whether the form is never a single row, as it is on a page before anybody uses it. */
  isUnfolded?: boolean;
}

/** The question form: a row before it is used, then drawn as a letter in an open envelope. */
export function QuestionSheet(props: QuestionSheetProps) {
  const { displaying_name: name, isSignedIn, draft, requestStatus, failure, onSubmit } = props;
  const { type, text } = draft;
  const { t } = useTexts();
  const [isTouched, setIsTouched] = useState(false);
  // The type whose missing input is named, after an attempt to send it.
  const [refusedType, setRefusedType] = useState<QuestionType>();
  const isRefused = refusedType === type;
  const { groups, hasNoStamps, prepareType } = useStampGroups(draft);
  const isInUse = props.isUnfolded || isTouched || text !== "" || type !== "text";
  const { paper, drawPaper } = draft;
  useEffect(() => {
    if (isInUse && !paper) drawPaper();
  }, [isInUse, paper, drawPaper]);
  const minHeight = type === "choose" ? "4.5rem" : "7rem";
  const form = useRef<HTMLFormElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  useSubmitInView(sendButton, { text, failure });
  const pendingLabel = useProofWork() ? t("common.checking") : t("questions.sending");

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (requestStatus !== "Inactive") return;
    if (canBeSent(draft)) return onSubmit(event.currentTarget);
    // Rendered at once, so that the field with the error can get the focus.
    flushSync(() => {
      setIsTouched(true);
      setRefusedType(type);
    });
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-stamps] input")?.focus();
  }
  return (
    <form
      ref={form}
      // Before hydration, pressing the button sends nothing: the text would get into the address and into logs.
      method="dialog"
      className="@container"
      data-question-form
      data-in-use={isInUse || undefined}
      onSubmit={submit}
      onFocus={({ target }) => {
        // The same condition as that of `resting:` in the styles.
        if (target.matches("textarea, :focus-visible")) setIsTouched(true);
      }}
      noValidate
    >
      <Envelope
        theme={props.card_theme}
        paper={isInUse ? paper : undefined}
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
              <>
                <StampPart groups={groups} draft={draft} />
                {isRefused && !draft.stamp && (
                  <p role="alert" className="mt-2 text-center text-sm font-semibold text-danger">
                    {t("questions.stamp_required")}
                  </p>
                )}
              </>
            ) : (
              <TextPart name={name} draft={draft} minHeight={minHeight} isRefused={isRefused} />
            )}
            {type === "choose" && <OptionsPart draft={draft} isRefused={isRefused} />}
            {isInUse && paper && <PaperChoice paper={paper} onChoose={draft.setPaper} />}
          </>
        }
      >
        <WrittenTextNotice text={text} />
        <CookieNotice text={t("questions.cookies_needed")} />
        {failure && (
          <p
            role="alert"
            className="rounded-lg bg-surface px-3 py-2 text-sm font-semibold whitespace-pre-line text-danger"
          >
            {failure}
          </p>
        )}
        <Button
          ref={sendButton}
          type="submit"
          size="lg"
          isWide
          className="resting:min-h-12 resting:px-3"
          isPending={requestStatus === "Requesting"}
          pendingLabel={pendingLabel}
        >
          <Send size={20} aria-hidden="true" />
          {t("questions.send")}
        </Button>
        <div className="-my-1.5 grid justify-items-center resting:hidden">
          <TrustLine name={name} typed={text} isSignedIn={isSignedIn}>
            {t("questions.reassurance", { name })}
          </TrustLine>
        </div>
        <FormNotes hasEmojiNotice={type !== "stamp"} />
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
  /** Whether the sender has tried to send the question, so that an empty field has an error. */
  isRefused: boolean;
}

function TextPart({ name, draft: { text, setText }, minHeight, isRefused }: TextPartProps) {
  const { t } = useTexts();
  const problem = text === "" && !isRefused ? undefined : checkText(text, textLimits.question);
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
        className="placeholder:break-keep resting:h-16 resting:min-h-16! resting:cursor-pointer"
        name="body"
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t("questions.placeholder", { name })}
        limit={textLimits.question}
        remainingLabel={(left) => describeCharactersLeft(t, left)}
      />
    </Field>
  );
}

interface OptionsPartProps {
  draft: QuestionDraft;
  isRefused: boolean;
}

function OptionsPart({ draft: { options, setOptions, setType }, isRefused }: OptionsPartProps) {
  const Fields = useLazyModule(optionFields, true, () => setType("text"));
  return (
    // The minimum height is that of two options and the button that adds one.
    <div className="mt-3 min-h-48">
      {Fields && <Fields options={options} setOptions={setOptions} isRefused={isRefused} />}
    </div>
  );
}

/** Notes on emoji and on the terms. */
function FormNotes({ hasEmojiNotice }: { hasEmojiNotice: boolean }) {
  const { t, locale } = useTexts();
  const renderTermsLink = (children: ReactNode) => (
    <Link to="/$locale/fxp/$slug" params={{ locale, slug: "terms" }} className="underline">
      {children}
    </Link>
  );
  return (
    <div className="grid gap-1 text-center text-xs text-balance resting:hidden">
      {hasEmojiNotice && <p>{t("questions.emoji_notice")}</p>}
      <p>{t.rich("questions.agreement", {}, { terms: renderTermsLink })}</p>
    </div>
  );
}
