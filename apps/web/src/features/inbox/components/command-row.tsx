import { Link } from "@tanstack/react-router";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import type { QuestionStatus } from "@toibako/contract/questions.ts";
import { CheckCheck, MessageCircleReply, PenLine, RotateCcw, Trash2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Command } from "#ui/buttons/command.tsx";

const checkMove = { status: "confirmed", label: "inbox.check", Icon: CheckCheck } as const;
const discardMove = { status: "hidden", label: "inbox.discard", Icon: Trash2 } as const;
const restoreMove = { status: "unread", label: "inbox.restore", Icon: RotateCcw } as const;
const unreadMove = { status: "unread", label: "inbox.mark_unread", Icon: RotateCcw } as const;

interface CommandRowProps {
  item: ReceivedItem;
  /** The status to which the question is being moved; undefined while no call is running. */
  movingTo: QuestionStatus | undefined;
  onMove: (status: QuestionStatus) => void;
  onAnswer: () => void;
  /** Shown for a question that can be reported. */
  reportButton: ReactNode;
  /** Shown for a question that can be deleted. */
  deleteButton: ReactNode;
}

/** The commands that a received question has in its status. */
export function CommandRow(props: CommandRowProps) {
  const { item, movingTo, onMove, onAnswer, reportButton, deleteButton } = props;
  const { t } = useTexts();
  return (
    <div className="@container flex flex-wrap items-center justify-end gap-x-1 gap-y-2 sm:justify-between sm:pr-1">
      {mayAnswer(item) && <AnswerLink item={item} onAnswer={onAnswer} />}
      {item.is_answered && <AnsweredLink item={item} />}
      <div className="ml-auto flex items-center">
        <MoveCommands item={item} movingTo={movingTo} onMove={onMove} />
        {mayReport(item) && reportButton}
        {mayDelete(item) && deleteButton}
      </div>
      {!item.is_answered && item.answers_page_uri !== null && (
        <a
          href={item.answers_page_uri}
          className="-my-1 inline-flex min-h-11 basis-full items-center justify-center rounded-sm text-sm font-semibold text-brand"
        >
          {t("inbox.all_answers")} ›
        </a>
      )}
      {item.status === "hidden" && item.is_answered && (
        <p className="basis-full px-2 text-xs text-ink-2">{t("inbox.answered_stays")}</p>
      )}
    </div>
  );
}

type MoveCommandsProps = Pick<CommandRowProps, "movingTo" | "onMove"> & {
  item: Pick<ReceivedItem, "status" | "is_answered">;
};

/** The commands that move a received question to another part of the inbox. */
export function MoveCommands({ item, movingTo, onMove }: MoveCommandsProps) {
  const { t } = useTexts();
  return listMoves(item).map(({ status, label, Icon }) => (
    <Command
      key={status}
      icon={<Icon size={20} aria-hidden="true" />}
      label={t(label)}
      isPending={movingTo === status}
      isBusy={movingTo !== undefined}
      onPress={() => onMove(status)}
    />
  ));
}

/**
 * A button that opens the answer form below the question. It is a link to the question's page, which browsers
 * follow without scripts and to open a new tab.
 */
function AnswerLink({ item, onAnswer }: { item: ReceivedItem; onAnswer: () => void }) {
  const { t } = useTexts();
  function answerInPlace(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onAnswer();
  }
  return (
    <Button
      className="min-w-fit flex-1 sm:min-w-44 sm:flex-none"
      render={
        <a
          href={item.separate_page_uri_for_this_question}
          onClick={answerInPlace}
          data-key="a enter"
        />
      }
    >
      <PenLine size={18} aria-hidden="true" />
      {t("inbox.answer")}
    </Button>
  );
}

/** A link to the page of the answer; for a daily question, to the page with all answers to it. */
function AnsweredLink({ item: { uuid_hash, answers_page_uri } }: { item: ReceivedItem }) {
  const { t, locale } = useTexts();
  const params = { locale, uuid: uuid_hash };
  return (
    <Button
      variant="quiet"
      className="min-w-fit flex-1 sm:min-w-44 sm:flex-none"
      render={
        answers_page_uri === null ? (
          <Link to="/$locale/q/$uuid" params={params} data-key="enter" />
        ) : (
          // biome-ignore lint/a11y/useAnchorContent: the button renders its children into the link.
          <a href={answers_page_uri} data-key="enter" />
        )
      }
    >
      <MessageCircleReply size={18} aria-hidden="true" />
      {t("inbox.see_answer")}
    </Button>
  );
}

/** Returns the moves to other statuses that the inbox offers. */
function listMoves({ status, is_answered }: MoveCommandsProps["item"]) {
  if (status === "hidden") return [restoreMove];
  if (status === "unread") return [checkMove, discardMove];
  return is_answered ? [discardMove] : [unreadMove, discardMove];
}

/**
 * Whether the inbox offers to answer a question. The receiver must first move a checked question back,
 * although the server would accept an answer to it.
 */
export function mayAnswer({ status, is_answered }: ReceivedItem): boolean {
  return !is_answered && status !== "confirmed";
}

/** Only unread questions of others can be reported. */
function mayReport({ status, is_self }: ReceivedItem): boolean {
  return status === "unread" && !is_self;
}

/** An answered question can't be deleted, because its answer is public. */
function mayDelete({ status, is_answered }: ReceivedItem): boolean {
  return status === "hidden" && !is_answered;
}
