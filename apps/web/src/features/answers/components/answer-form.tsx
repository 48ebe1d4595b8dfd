import { Link } from "@tanstack/react-router";
import { checkAnswer, type TypedAnswer } from "@toibako/contract/text.ts";
import { Layers, Send } from "lucide-react";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useDraft } from "#lib/forms/draft.ts";
import { ApiError, getErrorTexts } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import type { useKeepAnswer } from "../queries/waiting.ts";
import { type SendAnswer, useAnswer } from "../queries.ts";
import { type Answerable, AnswerFields } from "./answer-fields.tsx";
import type * as waitingAnswers from "./waiting-answers.tsx";

export interface QuestionToAnswer extends Answerable {
  uuid_hash: string;
  /** Its text; it is kept with an answer that can't be sent yet. */
  body?: string;
  /** How many questions an answer to this one answers. */
  answers_at_once?: number;
}

interface AnswerFormProps {
  /** The question to be answered; without one nothing is sent. */
  question: QuestionToAnswer | undefined;
  /** For an answer to another than a received question: how it is sent, and what is said before. */
  otherwise?: { send: SendAnswer; hint: string };
  /** Called with the path of the page that shows question and answer. */
  onAnswered: (location: string) => void;
  /** Shows a close button; left out if the form is always open. */
  onClose?: () => void;
  /** A button beside the one that sends. */
  action?: ReactNode;
  /** Focuses the text when the form appears; by default if the form can be closed. */
  focusOnOpen?: boolean;
}

/** The storage keys of the answer in progress. */
const getDraftKey = (uuid_hash: string) => `answer_text:${uuid_hash}`;
const getOptionKey = (uuid_hash: string) => `answer_option:${uuid_hash}`;

/** Writes the answer to a received question. What is typed survives a reload. */
export function AnswerForm({
  question,
  otherwise,
  onAnswered,
  onClose,
  action,
  focusOnOpen = onClose !== undefined,
}: AnswerFormProps) {
  const { t } = useTexts();
  const toasts = useToasts();
  const uuid_hash = question?.uuid_hash ?? "";
  const [text, write] = useDraft(getDraftKey(uuid_hash));
  const answer = useAnswer(uuid_hash, otherwise?.send);
  const [option, pick] = useDraft(getOptionKey(uuid_hash));
  const typed = { text, chosen_option: option === "" ? null : Number(option) };
  const problem = checkAnswer(typed, !!question?.options);
  const field = useRef<HTMLTextAreaElement>(null);
  const offline = useOfflineAnswers();
  const keep = useRef<KeepAnswer>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);

  useEffect(() => {
    if (focusOnOpen) field.current?.focus();
  }, [focusOnOpen]);

  function closeForm() {
    write("");
    onClose?.();
  }

  /** Returns whether the answer is kept, to be sent when the device is online. */
  async function keepForLater(question: QuestionToAnswer, key: string): Promise<boolean> {
    const { uuid_hash, body = "" } = question;
    if (!keep.current) return false;
    try {
      await keep.current({ uuid_hash, body }, typed, key);
    } catch {
      return false;
    }
    write("");
    pick("");
    return true;
  }

  function takeBack(taken: TypedAnswer) {
    write(taken.text);
    if (taken.chosen_option !== null) pick(String(taken.chosen_option));
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!question) {
      reportError(new Error("An answer was submitted without an active question"));
      toasts.show("error", t("answers.no_question"));
      return;
    }
    if (problem || answer.isPending) return;
    const from = location.pathname;
    const key = crypto.randomUUID();
    const path = await answer.mutateAsync({ ...typed, key }).catch(async (error: unknown) => {
      if (isConnectionLost(error) && (await keepForLater(question, key))) answer.reset();
      return undefined;
    });
    if (path === undefined) return;
    write("");
    pick("");
    // A reader who has left the page meanwhile is not redirected. Others get no toast, because the
    // answer's page confirms the answer.
    if (location.pathname === from) onAnswered(path);
    else toasts.toast(t("answers.answered"), { type: "success" });
  }

  const waiting = offline && question && !otherwise && (
    <offline.OwnWaitingAnswer
      question_id={uuid_hash}
      onWaiting={setIsWaiting}
      onTakeBack={takeBack}
      keep={keep}
    />
  );
  return (
    <>
      {waiting}
      <form
        onSubmit={submit}
        className={isWaiting ? "hidden" : "grid gap-3 px-1 pb-1"}
        aria-busy={answer.isPending}
        data-keeps-answers={offline && "true"}
      >
        <AnswerFields
          ref={field}
          question={question}
          typed={typed}
          write={write}
          pick={(index) => pick(String(index))}
          hint={otherwise?.hint ?? t("answers.public")}
          busy={answer.isPending}
        />
        <BatchNotice n={question?.answers_at_once ?? 1} />
        {answer.error && <AnswerFailure error={answer.error} uuid_hash={uuid_hash} />}
        <div className="flex items-center justify-end gap-2">
          {onClose && <CloseForm text={text} onAway={closeForm} />}
          {action}
          <Button
            type="submit"
            className="min-w-36 max-sm:flex-1"
            disabled={question !== undefined && problem !== undefined}
            pending={answer.isPending}
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

type OfflineAnswers = typeof waitingAnswers;
type KeepAnswer = ReturnType<typeof useKeepAnswer>;

/**
 * The code that keeps an answer while the device is offline. It is loaded with the form, because it can't be
 * loaded when it is needed, and only where a service worker can send the answer.
 */
function useOfflineAnswers(): OfflineAnswers | undefined {
  const [code, setCode] = useState<OfflineAnswers>();
  useEffect(() => {
    if (!globalThis.navigator.serviceWorker?.controller) return;
    // Without it, the form keeps the text and says that the connection is lost.
    import("./waiting-answers.tsx").then(setCode, () => {});
  }, []);
  return code;
}

/** Whether a call failed without a reply. */
function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "network" || error.code === "timeout");
}

/** Announces that the answer goes to more than one question, and links to the setting. */
function BatchNotice({ n }: { n: number }) {
  const { t, locale } = useTexts();
  if (n < 2) return null;
  return (
    <p className="flex items-start gap-2 rounded-lg bg-brand-soft px-4 py-2.5 text-sm text-ink-on-paper">
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

/** Why an answer was refused; links to the answer if there is one already. */
function AnswerFailure({ error, uuid_hash }: { error: Error; uuid_hash: string }) {
  const { t, locale } = useTexts();
  const isAnswered = error instanceof ApiError && error.code === "already_answered";
  return (
    <Callout tone={isAnswered ? "warn" : "error"}>
      {getErrorTexts(error, t("answers.failed")).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {isAnswered && (
        <Link
          to="/$locale/q/$uuid"
          params={{ locale, uuid: uuid_hash }}
          // Reloads, because the link may lead to this page, whose cache has the question as
          // unanswered.
          reloadDocument
          className="inline-block min-h-11 content-center font-bold underline"
        >
          {t("answers.see_page")}
        </Link>
      )}
    </Callout>
  );
}

/** Closes a form; asks first if that would discard text. */
function CloseForm({ text, onAway }: { text: string; onAway: () => void }) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="text" onClick={() => (text.trim() === "" ? onAway() : setAsking(true))}>
        {t("common.close")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("answers.discard_title")}
        confirmLabel={t("answers.discard")}
        processingLabel={t("answers.discard")}
        cancelLabel={t("answers.keep_writing")}
        onConfirm={onAway}
        danger
      >
        {t("answers.discard_text")}
      </ConfirmDialog>
    </>
  );
}
