import type { Block } from "@toibako/contract/moderation.ts";
import { Mail, MessageCircle } from "lucide-react";
import { useState } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";

/** A block: of an account with its name, of an unknown sender with the beginning of a question, or of a talk's starter. */
export function BlockRow({ block, onUnblock }: { block: Block; onUnblock: () => void }) {
  const { t } = useTexts();
  const { account, displaying_name, question_body, is_of_talk, formatted_date_time: date } = block;
  const unknownName = t(
    is_of_talk ? "moderation.anonymous_starter" : "moderation.anonymous_sender",
  );
  const name = displaying_name ?? unknownName;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
      {account === null ? (
        <span
          className="grid size-11 shrink-0 place-items-center rounded-full bg-paper text-brand"
          aria-hidden="true"
        >
          {is_of_talk ? <MessageCircle size={20} /> : <Mail size={20} />}
        </span>
      ) : (
        <Avatar seed={account} src={block.icon_url} size={44} />
      )}
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="font-bold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {account !== null && <p translate="no" className="text-sm text-ink-2">{`@${account}`}</p>}
        <p className="text-sm text-ink-2">
          {t.rich(
            "moderation.blocked_since",
            { date: <FormattedDate at={block.blocked_on} form="day" text={date} /> },
            {},
          )}
        </p>
        {question_body !== null && <QuestionBeginning text={question_body} />}
      </div>
      <Button
        variant="outline"
        size="sm"
        className="mt-1 ml-auto shrink-0"
        aria-label={t("moderation.unblock_name", { name: displaying_name ?? `${name}, ${date}` })}
        onClick={onUnblock}
      >
        {t("moderation.unblock")}
      </Button>
    </li>
  );
}

/**
 * The beginning of the question whose sender was blocked. It is covered until the reader presses a button.
 */
function QuestionBeginning({ text }: { text: string }) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {isOpen && (
        <FoldedText
          text={text}
          className="mt-1 rounded-md bg-surface-2 px-3 py-2 text-sm wrap-anywhere"
        />
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="-mx-2 min-h-11 rounded-full px-2 text-sm font-bold text-brand hover:bg-surface-2"
      >
        {t(isOpen ? "moderation.hide_beginning" : "moderation.show_beginning")}
      </button>
    </>
  );
}
