import { Link } from "@tanstack/react-router";
import type {
  CommunityQuestion,
  RecentCommunityAnswer,
} from "@toibako/contract/communities/questions.ts";
import { getLanguageTag, localeNames } from "@toibako/contract/locales.ts";
import { truncateText } from "@toibako/contract/text.ts";
import { Flame, Languages, MessageCircleReply, PenLine, UserRound } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { getIds, useIsJustAsked } from "../queries.ts";

/** The number of characters of a question that a card shows. */
const maxTextLength = 50;

/**
 * Matches a cut word of 1 to 15 characters at the end, with the space before it. More characters without a
 * space may be several words, because some languages have no spaces between words.
 */
const cutWord = /\s+\S{1,15}$/;

/** Returns the beginning of a question, which ends between words if possible. */
function shortenQuestion(text: string): string {
  const beginning = truncateText(text, maxTextLength, "");
  if (beginning === text) return text;
  const isWordCut = /^\S/.test(text.slice(beginning.length));
  const wholeWords = isWordCut ? beginning.replace(cutWord, "") : beginning.trimEnd();
  return `${wholeWords}...`;
}

interface QuestionCardProps {
  question: CommunityQuestion;
  /** Whether the question was not on this reader's screen yet. */
  isNew?: boolean;
  /** Whether the card names the question's language, for lists with several languages. */
  showsLanguage?: boolean;
  /** The link to the community, for lists with questions of several communities. */
  community?: ReactNode;
  /** Called by the answer button; opens the answer form over the page. */
  onAnswer: () => void;
  /** Shown at the end of the card. */
  children?: ReactNode;
  heading?: 2 | 3;
}

/** A question in a list, with its newest answers and buttons. The text links to the question's page. */
export function QuestionCard({
  question,
  isNew = false,
  showsLanguage = false,
  community,
  onAnswer,
  children,
  heading = 2,
}: QuestionCardProps) {
  const { text, locale: language, recent_answers } = question;
  return (
    <Card as="article" look="sheet" data-list-card="">
      <Letter
        theme={question.card_theme}
        isWaxed
        text={shortenQuestion(text)}
        lang={getLanguageTag(language)}
        heading={heading}
        size="sm"
        render={<QuestionLink question={question} />}
      >
        <QuestionMarks question={question} showsLanguage={showsLanguage}>
          <span className="rounded-full bg-surface px-2.5 leading-5 text-ink-2">
            <AskedDate question={question} isNew={isNew} />
          </span>
        </QuestionMarks>
      </Letter>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-2">
        {community}
        {recent_answers.length > 0 && (
          <ul className="grid list-none grid-cols-1 gap-1">
            {recent_answers.map((answer) => (
              <li key={answer.id}>
                <QuotedAnswer answer={answer} uuid={question.uuid_hash} />
              </li>
            ))}
          </ul>
        )}
        <Actions question={question} onAnswer={onAnswer} />
        <div className="contents">{children}</div>
      </CardBody>
    </Card>
  );
}

/** What is said about a question below its text on the letter; the children come first. */
export function QuestionMarks({
  question,
  showsLanguage,
  children,
}: Pick<QuestionCardProps, "question" | "showsLanguage" | "children">) {
  const { t } = useTexts();
  const { uuid_hash, locale: language } = question;
  const isOwn = useIsJustAsked(uuid_hash);
  return (
    <span className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1.5 text-xs empty:hidden">
      {children && <span className="contents">{children}</span>}
      {isOwn && (
        <Mark icon={<UserRound size={13} aria-hidden="true" />}>
          {t("communities.own_question")}
        </Mark>
      )}
      {question.is_popular && (
        <Mark icon={<Flame size={13} aria-hidden="true" />}>{t("communities.popular")}</Mark>
      )}
      {showsLanguage && (
        <Mark icon={<Languages size={13} aria-hidden="true" />}>
          <span lang={getLanguageTag(language)}>{localeNames[language]}</span>
        </Mark>
      )}
    </span>
  );
}

/** The link to a question's page. A letter or a button renders it with its own content. */
function QuestionLink({
  question: { uuid_hash, associated_community },
  ...rest
}: {
  question: Pick<CommunityQuestion, "uuid_hash" | "associated_community">;
  onClick?: (event: MouseEvent) => void;
  className?: string;
  "data-key"?: string;
  children?: ReactNode;
}) {
  const { locale } = useTexts();
  return (
    <Link
      to="/$locale/communities/$community_id/categories/$category_id/items/$uuid"
      params={{ locale, ...getIds(associated_community), uuid: uuid_hash }}
      {...rest}
    />
  );
}

/** The hour in which a question was asked, in bold if the question is recent or new to this reader. */
export function AskedDate({ question, isNew }: Pick<QuestionCardProps, "question" | "isNew">) {
  const { t } = useTexts();
  const { is_recent, asked_hour, asked_date_time__formatted_for_user } = question;
  return (
    <span
      className={is_recent || isNew ? "font-bold text-brand" : undefined}
      data-recent={is_recent || undefined}
      data-new={isNew || undefined}
    >
      {isNew && <span>{`${t("communities.new")} · `}</span>}
      <FormattedDate at={asked_hour} form="hour" text={asked_date_time__formatted_for_user} />
    </span>
  );
}

function Mark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 rounded-full border border-paper-line px-2.5 text-xs leading-5 font-semibold">
      {icon}
      <span className="contents">{children}</span>
    </span>
  );
}

/** The beginning of an answer, as a link to the answer's page. */
function QuotedAnswer({ answer, uuid }: { answer: RecentCommunityAnswer; uuid: string }) {
  const { t, locale } = useTexts();
  const { account, icon_uri, displaying_name } = answer.answering_user;
  return (
    <Link
      to="/$locale/q/$uuid"
      params={{ locale, uuid }}
      search={{ answer_id: answer.id }}
      className="flex min-h-11 items-start gap-2.5 rounded-lg px-1 py-1.5 hover:bg-surface-2"
    >
      <Avatar seed={account} src={icon_uri} size={28} />
      <span className="min-w-0 text-sm leading-snug">
        <span dir="auto" className="block truncate text-xs font-bold text-ink-2">
          {displaying_name}
        </span>
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {answer.is_withheld ? t("communities.sensitive_answer") : answer.text}
        </span>
      </span>
    </Link>
  );
}

function Actions({ question, onAnswer }: Pick<QuestionCardProps, "question" | "onAnswer">) {
  const { t } = useTexts();
  const { own_answer_id, answers_count } = question;
  const ownAnswersCount = own_answer_id === null ? 0 : 1;
  const hasOtherAnswers = answers_count > ownAnswersCount;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {own_answer_id === null ? (
        <AnswerButton question={question} onAnswer={onAnswer}>
          {t("communities.answer")}
        </AnswerButton>
      ) : (
        <OwnAnswerLink uuid={question.uuid_hash} answer_id={own_answer_id} />
      )}
      {hasOtherAnswers && (
        <QuestionLink
          question={question}
          className="ml-auto inline-flex min-h-11 items-center rounded-sm px-1 text-sm font-semibold text-brand"
        >
          {t("communities.all_answers", { n: answers_count })} ›
        </QuestionLink>
      )}
    </div>
  );
}

interface AnswerButtonProps extends Pick<QuestionCardProps, "question" | "onAnswer"> {
  size?: "md" | "lg";
  isWide?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A button that opens the answer form. It is a link to the question's page, which browsers follow without
 * scripts and when they open a new tab.
 */
export function AnswerButton({ question, onAnswer, children, ...look }: AnswerButtonProps) {
  function openForm(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onAnswer();
  }
  return (
    <Button {...look} render={<QuestionLink question={question} onClick={openForm} data-key="a" />}>
      <PenLine size={18} aria-hidden="true" />
      {children}
    </Button>
  );
}

/** A link to the reader's own answer, shown in place of the answer button. */
export function OwnAnswerLink({
  uuid,
  answer_id,
  isWide = false,
}: {
  uuid: string;
  answer_id: string;
  isWide?: boolean;
}) {
  const { t, locale } = useTexts();
  return (
    <Button
      variant="quiet"
      isWide={isWide}
      render={<Link to="/$locale/q/$uuid" params={{ locale, uuid }} search={{ answer_id }} />}
    >
      <MessageCircleReply size={18} aria-hidden="true" />
      {t("communities.own_answer")}
    </Button>
  );
}
