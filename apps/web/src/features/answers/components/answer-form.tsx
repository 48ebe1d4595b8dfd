import { Link, useRouter } from "@tanstack/react-router";
import { checkAnswer } from "@toibako/contract/text.ts";
import { Layers, Send } from "lucide-react";
import {
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { forgetDraft, getSendKey, setSendKey, useDraft } from "#lib/forms/draft.ts";
import { ApiError } from "#lib/http/client.ts";
import { getSendFailureTexts } from "#lib/http/keyed-send.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { getServiceWorkers } from "#lib/offline/service-workers.ts";
import type { WaitingAnswer } from "#lib/offline/waiting-answers.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useSubmitInView } from "#ui/forms/use-submit-in-view.ts";
import { answeredMotion } from "#ui/motions/lazy-answered.ts";
import { DiscardDialog } from "#ui/overlays/draft-sheet.tsx";
import type { useStoreAnswer } from "../queries/waiting.ts";
import { type SendAnswer, useAnswer } from "../queries.ts";
import { type AnswerableQuestion, AnswerFields, getDiscardTexts } from "./answer-fields.tsx";
import type * as waitingAnswerCode from "./waiting-answer-to-question.tsx";

export interface QuestionToAnswer extends AnswerableQuestion {
  uuid_hash: string;
  /** The question's text, which is stored with a waiting answer. */
  body?: string;
  /** To how many questions the answer goes, this question included. */
  answers_at_once?: number;
}

interface AnswerFormProps {
  /** Undefined only by a defect of the page; submitting the form then reports an error. */
  question: QuestionToAnswer | undefined;
  /** Set for a community's question: the function that sends the answer, and the hint below the field. */
  inCommunity?: { send: SendAnswer; hint: string };
  /** Shows the page of question and answer, whose path it gets. Until its promise resolves, the form stays as it is. */
  onAnswered: (location: string) => unknown;
  /** Called by the close button; left out if the form is always open. */
  onClose?: () => void;
  /** A further button beside the send button. */
  action?: ReactNode;
  /** The option that was pressed outside of the form. */
  picked?: number | undefined;
  /** Whether the text gets the focus when the form appears; by default only if the form can be closed. */
  shouldFocusOnOpen?: boolean;
}

/** The storage keys of the draft. */
const getDraftKey = (uuid_hash: string) => `answer_text:${uuid_hash}`;
const getOptionKey = (uuid_hash: string) => `answer_option:${uuid_hash}`;

/** The form that answers a question. The typed text survives a reload. */
export function AnswerForm({
  question,
  inCommunity,
  onAnswered,
  onClose,
  action,
  picked,
  shouldFocusOnOpen = onClose !== undefined,
}: AnswerFormProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const uuid_hash = question?.uuid_hash ?? "";
  const draft = getDraftKey(uuid_hash);
  const [text, setText, discardText] = useDraft(draft);
  const [option, setOption] = useDraft(getOptionKey(uuid_hash));
  const startPath = useRef<string>(undefined);
  const mutation = useAnswer(uuid_hash, {
    draft,
    sendToCommunity: inCommunity?.send,
    async onAnswered(path) {
      // A reader who has opened another page meanwhile stays there and sees a toast instead.
      if (location.pathname === startPath.current) await onAnswered(path);
      else toasts.showToast(t("answers.answered"), { type: "success" });
    },
  });
  // The form stays pending after sending, until the page of the answer replaces it.
  const isSending = mutation.isPending || mutation.isSuccess;
  const typed = { text, chosen_option: option === "" ? null : Number(option) };
  const problem = checkAnswer(typed, !!question?.options);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const waitingAnswersCode = useWaitingAnswersCode();
  const storeAnswerRef = useRef<StoreAnswer>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);

  // While a layout effect is cleaned up, the form still stands where it was.
  useLayoutEffect(() => {
    const element = form.current;
    // Without this code, the answer just appears.
    answeredMotion.load().catch(() => undefined);
    return () => {
      const isSent = element?.getAttribute("aria-busy") === "true";
      if (isSent) answeredMotion.getLoaded()?.rememberForm(element);
    };
  }, []);
  useEffect(() => {
    if (picked !== undefined) setOption(String(picked));
  }, [picked, setOption]);
  useEffect(() => {
    if (shouldFocusOnOpen) field.current?.focus();
  }, [shouldFocusOnOpen]);
  useSubmitInView(buttons, { text, failure: mutation.error, isOpen: shouldFocusOnOpen });
  usePreloadedAnswerPage(inCommunity ? undefined : uuid_hash, text !== "" || option !== "");

  function clearDraft() {
    discardText();
    setOption("");
  }

  function closeForm() {
    clearDraft();
    onClose?.();
  }

  /** Stores the answer in the browser, to be sent when the device is online; returns whether it is stored. */
  async function storeForLater(question: QuestionToAnswer): Promise<boolean> {
    const { uuid_hash, body = "" } = question;
    if (!storeAnswerRef.current) return false;
    try {
      await storeAnswerRef.current({ uuid_hash, body }, typed, getSendKey(draft));
    } catch {
      return false;
    }
    clearDraft();
    return true;
  }

  function fillForm(waiting: WaitingAnswer) {
    setText(waiting.text);
    // Unless the server has refused the answer, it may have arrived.
    if (!waiting.refusal) setSendKey(draft, waiting.key);
    if (waiting.chosen_option !== null) setOption(String(waiting.chosen_option));
  }

  /** Says what the answer lacks, and focuses the field or the choices. */
  function nameMissingPart() {
    // Rendered at once, so that the field with the error can get the focus.
    flushSync(() => setIsRefused(true));
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find("[aria-invalid=true]") ?? find("[type=radio]"))?.focus();
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!question) {
      reportError(new Error("An answer was submitted without an active question"));
      toasts.showBar("error", t("answers.no_question"));
      return;
    }
    if (isSending) return;
    if (problem) return nameMissingPart();
    startPath.current = location.pathname;
    const path = await mutation.mutateAsync(typed).catch(async (error: unknown) => {
      if (isConnectionLost(error) && (await storeForLater(question))) mutation.reset();
      return undefined;
    });
    if (path === undefined) return;
    forgetDraft(draft);
    forgetDraft(getOptionKey(uuid_hash));
  }

  const waitingAnswer = waitingAnswersCode && question && !inCommunity && (
    <waitingAnswersCode.WaitingAnswerToQuestion
      question_id={uuid_hash}
      onWaiting={setIsWaiting}
      onEdit={fillForm}
      storeAnswerRef={storeAnswerRef}
    />
  );
  return (
    <>
      {waitingAnswer}
      <form
        ref={form}
        // Before hydration, pressing the button sends nothing: the text would get into the address and into logs.
        method="dialog"
        onSubmit={submit}
        className={isWaiting ? "hidden" : "grid grid-cols-[minmax(0,1fr)] gap-3 pb-1"}
        aria-busy={isSending}
        data-answer-form
        data-keeps-answers={waitingAnswersCode && "true"}
        data-open-form={onClose && ""}
      >
        <AnswerFields
          ref={field}
          question={question}
          typed={typed}
          onWrite={setText}
          onPick={(index) => setOption(String(index))}
          hint={inCommunity?.hint ?? t("answers.public")}
          isSending={isSending}
          isRefused={isRefused}
        />
        <AnswersAtOnceNote n={question?.answers_at_once ?? 1} />
        {mutation.error && <AnswerFailure error={mutation.error} uuid_hash={uuid_hash} />}
        <div ref={buttons} className="-mx-3 flex flex-wrap items-center justify-end gap-2">
          {onClose && <CloseButton text={text} onClose={closeForm} />}
          {action}
          <Button
            type="submit"
            className="min-w-[min(9rem,100%)] max-sm:flex-1"
            isPending={isSending}
            pendingLabel={t("answers.sending")}
          >
            <Send size={18} aria-hidden="true" />
            {t("answers.send")}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Loads the page of question and answer as soon as somebody begins to answer, so that it appears at once later. */
function usePreloadedAnswerPage(uuid: string | undefined, hasBegun: boolean) {
  const { locale } = useTexts();
  const router = useRouter();
  useEffect(() => {
    if (!uuid || !hasBegun) return;
    // If it can't be loaded now, it is loaded after sending.
    router.preloadRoute({ to: "/$locale/q/$uuid", params: { locale, uuid } }).catch(() => {});
  }, [router, locale, uuid, hasBegun]);
}

type WaitingAnswersCode = typeof waitingAnswerCode;
type StoreAnswer = ReturnType<typeof useStoreAnswer>;

/**
 * Imports the code for waiting answers when the form appears, because an offline browser can't import it.
 * Imports nothing without a service worker, because only a service worker sends waiting answers.
 */
function useWaitingAnswersCode(): WaitingAnswersCode | undefined {
  const [code, setCode] = useState<WaitingAnswersCode>();
  useEffect(() => {
    if (!getServiceWorkers()?.controller) return;
    // Without this code, the form keeps the text and says that the connection is lost.
    import("./waiting-answer-to-question.tsx").then(setCode, () => {});
  }, []);
  return code;
}

/** Whether a call failed without a reply. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "network" || error.code === "timeout");
}

/** Says that the answer goes to several questions, and links to the setting that decides this. */
function AnswersAtOnceNote({ n }: { n: number }) {
  const { t, locale } = useTexts();
  if (n < 2) return null;
  return (
    <p className="-mx-3 flex items-start gap-2 rounded-lg bg-brand-soft px-3 py-2.5 text-sm text-ink-on-paper">
      <Layers size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        <span className="block font-semibold">{t("answers.batch_hint", { n })}</span>
        {t.rich(
          "answers.batch_settings_hint",
          {},
          {
            settings: (children) => (
              <Link to="/$locale/stg" params={{ locale }} hash="receiving" className="underline">
                {children}
              </Link>
            ),
          },
        )}
      </span>
    </p>
  );
}

/** Says why an answer was refused; links to the answer if the question has one already. */
function AnswerFailure({ error, uuid_hash }: { error: Error; uuid_hash: string }) {
  const { t, locale } = useTexts();
  const isAnswered = error instanceof ApiError && error.code === "already_answered";
  const isGone = error instanceof ApiError && error.code === "not_found";
  const texts = isGone
    ? [t("answers.question_gone")]
    : getSendFailureTexts(t, error, t("answers.failed"));
  return (
    <Callout tone={isAnswered ? "warn" : "error"}>
      {texts.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isAnswered && (
        <Link
          to="/$locale/q/$uuid"
          params={{ locale, uuid: uuid_hash }}
          // Reloads, because the link may lead to this very page, whose cache still has the question
          // without its answer.
          reloadDocument
          className="inline-block min-h-11 content-center font-bold underline"
        >
          {t("answers.see_page")}
        </Link>
      )}
    </Callout>
  );
}

/** A button that closes the form; it asks for confirmation if the form contains text. */
function CloseButton({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button
        variant="text"
        onClick={() => (text.trim() === "" ? onClose() : setIsConfirming(true))}
      >
        {t("common.close")}
      </Button>
      <DiscardDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        texts={getDiscardTexts(t)}
        onDiscard={onClose}
      />
    </>
  );
}
