import { Link } from "@tanstack/react-router";
import type { CommunityAnswer } from "@toibako/contract/communities/questions.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card } from "#ui/surfaces/card.tsx";
import { countLines, foldBlankLines } from "#ui/surfaces/count-lines.ts";

/** The number of lines that the card shows; must agree with the class `line-clamp-12` below. */
const shownLines = 12;
/** The approximate number of full-width characters in a line on phones. */
const lineWidth = 20;

interface AnswerCardProps {
  answer: CommunityAnswer;
  /** The language of the question, which the answer is assumed to have too. */
  language: Locale;
  likeButton: ReactNode;
  menu: ReactNode;
}

/** An answer to a community's question. A press anywhere on the card opens the answer's page. */
export function AnswerCard({ answer, language, likeButton, menu }: AnswerCardProps) {
  const { t, locale } = useTexts();
  const { account, icon_uri, displaying_name } = answer.answering_user;
  const isLong = countLines(foldBlankLines(answer.text), lineWidth) > shownLines;
  return (
    <Card as="article" className="relative p-4 sm:p-5" data-list-card="">
      <div className="flex items-center gap-2">
        <Link
          to="/$locale/$account"
          params={{ locale, account }}
          className="relative z-1 flex min-h-11 min-w-0 items-center gap-2.5 rounded-sm text-sm leading-snug font-bold"
        >
          <Avatar seed={account} src={icon_uri} />
          <span className="line-clamp-2 wrap-anywhere">
            <bdi>{displaying_name}</bdi>
          </span>
        </Link>
        {answer.is_mine && (
          <span className="shrink-0 rounded-full bg-brand-soft px-2 text-xs leading-5 font-semibold text-brand">
            {t("communities.you")}
          </span>
        )}
        <Link
          to="/$locale/q/$uuid"
          params={{ locale, uuid: answer.associated_question.uuid_hash }}
          search={{ answer_id: answer.id }}
          data-key="enter"
          className="ml-auto shrink-0 rounded-sm text-xs text-ink-2 stretched-link after:rounded-xl"
        >
          <span className="sr-only">
            {t("communities.open_answer", { name: displaying_name })}{" "}
          </span>
          <FormattedDate at={answer.answered_at} form="age" text={answer.relative_time} />
        </Link>
      </div>
      {answer.is_withheld ? (
        <p className="mt-1 flex items-center gap-2 text-ink-2">
          <EyeOff size={18} className="shrink-0" aria-hidden="true" />
          {t("communities.sensitive_answer")}
        </p>
      ) : (
        <p
          lang={getLanguageTag(language)}
          dir="auto"
          className="running-text mt-1 line-clamp-12 whitespace-pre-line"
        >
          {foldBlankLines(answer.text)}
        </p>
      )}
      {isLong && (
        <p className="mt-1 text-sm font-semibold text-brand" aria-hidden="true">
          {t("communities.read_whole")} ›
        </p>
      )}
      <div className="relative z-1 mt-2 flex w-fit min-w-full items-center justify-between gap-2">
        {likeButton}
        {menu}
      </div>
    </Card>
  );
}
