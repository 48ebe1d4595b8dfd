import { Link } from "@tanstack/react-router";
import type { ReceivedItem } from "@toibako/contract/inbox.ts";
import { CheckCheck, MessageCircleReply, PenLine, RotateCcw, Trash2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { Command } from "#ui/command.tsx";

const check = { change_type: "確認済み", label: "inbox.check", Icon: CheckCheck } as const;
const discard = { change_type: "非表示", label: "inbox.discard", Icon: Trash2 } as const;
const restore = { change_type: "未読", label: "inbox.restore", Icon: RotateCcw } as const;
const unread = { change_type: "未読", label: "inbox.mark_unread", Icon: RotateCcw } as const;

interface CommandRowProps {
  item: ReceivedItem;
  /** What the question is being moved to. */
  moving: ReceivedItem["enum_status"] | undefined;
  on_move: (change_type: ReceivedItem["enum_status"]) => void;
  on_answer: () => void;
  /** The further command for what is not answered yet. */
  report: ReactNode;
}

/** What can be done with a received question where it lies. */
export function CommandRow({ item, moving, on_move, on_answer, report }: CommandRowProps) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 gap-y-2 sm:justify-between sm:pr-1">
      {mayAnswer(item) && <AnswerLink item={item} on_answer={on_answer} />}
      {item.is_answered && <AnsweredLink item={item} />}
      <div className="ml-auto flex">
        {moveCommands(item).map(({ change_type, label, Icon }) => (
          <Command
            key={change_type}
            icon={<Icon size={20} aria-hidden="true" />}
            label={t(label)}
            pending={moving === change_type}
            busy={moving !== undefined}
            on_press={() => on_move(change_type)}
          />
        ))}
        {mayReport(item) && report}
      </div>
    </div>
  );
}

/** Opens the form in place; a new tab, or a browser without scripts, shows the question's page. */
function AnswerLink({ item, on_answer }: { item: ReceivedItem; on_answer: () => void }) {
  const { t } = useTexts();
  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || item.is_choose_question) return;
    event.preventDefault();
    on_answer();
  }
  return (
    <Button
      className="min-w-32 flex-1 sm:min-w-44 sm:flex-none"
      render={<a href={item.separate_page_uri_for_this_question} onClick={press} />}
    >
      <PenLine size={18} aria-hidden="true" />
      {t("inbox.answer")}
    </Button>
  );
}

function AnsweredLink({ item }: { item: ReceivedItem }) {
  const { t, locale } = useTexts();
  const params = { locale, uuid: item.uuid_hash };
  return (
    <Button
      variant="quiet"
      className="min-w-32 flex-1 sm:min-w-44 sm:flex-none"
      render={<Link to="/$locale/q/$uuid" params={params} />}
    >
      <MessageCircleReply size={18} aria-hidden="true" />
      {t("inbox.see_answer")}
    </Button>
  );
}

/** Where a received question may be moved from where it lies. */
function moveCommands({ status, is_answered }: ReceivedItem) {
  if (status === "hidden") return [restore];
  if (status === "unread") return [check, discard];
  return is_answered ? [discard] : [unread, discard];
}

/** Unread questions and those in the bin wait for an answer, once. */
function mayAnswer({ status, is_answered }: ReceivedItem): boolean {
  return !is_answered && status !== "confirmed";
}

/** What has been looked at is no news to the operator, and nobody reports themselves. */
function mayReport({ status, is_self }: ReceivedItem): boolean {
  return status === "unread" && !is_self;
}
