import { Link } from "@tanstack/react-router";
import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import { Undo2 } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { LeavingRow } from "#ui/surfaces/leaving-row.tsx";
import { QuestionContent } from "./question-content.tsx";

interface WaitingRowProps {
  question: WaitingQuestion;
  /** Whether the question was withdrawn or answered, so that its row slides out. */
  isLeaving: boolean;
  text: ReactNode;
  onWithdraw: (row: HTMLElement | null) => void;
}

/** An unanswered question: its receiver, hour and text, and the button that withdraws it. */
export function WaitingRow({ question, isLeaving, text, onWithdraw }: WaitingRowProps) {
  const { t } = useTexts();
  const row = useRef<HTMLLIElement>(null);
  const id = useId();
  return (
    <LeavingRow row={row} isLeaving={isLeaving}>
      <div className="mb-3 rounded-xl bg-surface shadow-e1">
        <div
          data-card-theme={question.card_theme}
          className="mb-2 flex items-center gap-3 rounded-t-xl bg-flap px-4 py-1 text-ink-on-paper"
        >
          <Receiver question={question} />
          <FormattedDate
            at={question.asked_hour}
            form="hour"
            text={question.asked_date_time__formatted_for_user}
            className="ml-auto shrink-0 text-right text-xs whitespace-nowrap text-ink-2-on-paper"
          />
        </div>
        <div className="px-2">
          <QuestionContent question={question} text={text} id={id} />
        </div>
        <div className="flex justify-end">
          <Button
            variant="text"
            size="sm"
            aria-describedby={id}
            onClick={() => onWithdraw(row.current)}
          >
            <Undo2 size={16} aria-hidden="true" />
            {t("outbox.withdraw")}
          </Button>
        </div>
      </div>
    </LeavingRow>
  );
}

/** The account or the community to which the question was sent. */
function Receiver({ question }: { question: WaitingQuestion }) {
  const { locale } = useTexts();
  const { receiver_account: account, associated_community: community } = question;
  const className = "flex min-h-11 min-w-0 items-center gap-2.5 rounded-full text-sm font-bold";
  const content = (
    <>
      <Avatar seed={account} src={question.receiver_icon_url} size={28} />
      <span dir="auto" className="truncate">
        {question.receiver_displaying_name}
      </span>
    </>
  );
  if (!community) {
    return (
      <Link to="/$locale/$account" params={{ locale, account }} className={className}>
        {content}
      </Link>
    );
  }
  const { id: community_id, category_id } = community;
  return (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id"
      params={{ locale, community_id, category_id }}
      className={className}
    >
      {content}
    </Link>
  );
}
