import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { WaitingQuestion } from "@toibako/contract/outbox.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LogoMark } from "#ui/drawings/logo.tsx";
import { PostedBoxDrawing } from "#ui/drawings/posted-box.tsx";
import { defineLazyModule, useLazyModule } from "#ui/lazy-module.ts";
import { sendingMotion } from "#ui/motions/lazy-sending.ts";
import { QuestionContent } from "./question-content.tsx";

const dialog = defineLazyModule(async () => (await import("./withdraw-dialog.tsx")).WithdrawDialog);

interface AfterSendingPageProps {
  question: WaitingQuestion;
  /** The question's text, folded if it is long. */
  text: ReactNode;
  /** Shown below the question, such as an offer of help lines. */
  notice: ReactNode;
  /** A line with a button that explains what the receiver sees. */
  trustLine: ReactNode;
  isVisitor: boolean;
}

/** The page after a question was sent. Confirms this, shows the question and links to other pages. */
export function AfterSendingPage({
  question,
  text,
  notice,
  trustLine,
  isVisitor,
}: AfterSendingPageProps) {
  const { t, locale } = useTexts();
  const { receiver_account: account, receiver_displaying_name: name } = question;
  const { heading, isJustSent } = useJustSent(question.uuid_hash);
  const params = { locale, account };
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isJustSent && panel.current) sendingMotion.getLoaded()?.landSending(panel.current);
  }, [isJustSent]);
  return (
    <div className="mx-auto grid max-w-lg grid-cols-1 gap-4">
      <div
        ref={panel}
        data-card-theme={question.card_theme}
        className="h-44 rounded-sheet bg-paper sm:h-60"
      >
        <PostedBoxDrawing />
      </div>
      <div data-part="receipt" className="grid grid-cols-1 gap-4">
        <div className="text-center">
          <h1
            ref={heading}
            tabIndex={-1}
            data-page-focus
            className="text-xl wrap-anywhere outline-none"
          >
            {t("outbox.sent_title", { name })}
          </h1>
          <p className="mt-1 text-sm text-ink-2">{t("outbox.sent_nameless")}</p>
        </div>
        <SentQuestion
          question={question}
          text={text}
          isJustSent={isJustSent}
          isVisitor={isVisitor}
        />
        <div className="contents">{notice}</div>
        <div className="grid justify-items-start gap-1">
          <p className="text-sm text-ink-2">
            {t.rich(
              isVisitor ? "outbox.sent_where_visitor" : "outbox.sent_where",
              {},
              { list: (children) => <ListLink isVisitor={isVisitor}>{children}</ListLink> },
            )}
          </p>
          {trustLine}
        </div>
        <Link
          to="/$locale/$account"
          params={params}
          hash="ask"
          className={buildButtonClass({ size: "lg", isWide: true })}
        >
          {t("outbox.write_another")}
        </Link>
        <Link
          to="/$locale/$account"
          params={params}
          hash="answers"
          className={buildButtonClass({ size: "lg", isWide: true, variant: "outline" })}
        >
          <span className="min-w-0 wrap-anywhere">{t("outbox.read_answers", { name })}</span>
        </Link>
        {isVisitor && <Invitation />}
      </div>
    </div>
  );
}

/**
 * Whether the question was sent a moment ago in this tab: `useAsk` has then made a cache entry for it.
 * If it was, the heading gets the focus.
 */
function useJustSent(uuid_hash: string) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isJustSent] = useState(
    () => client.getQueryData([postQuestion.name, uuid_hash]) !== undefined,
  );
  useEffect(() => {
    if (isJustSent) heading.current?.focus();
  }, [isJustSent]);
  return { heading, isJustSent };
}

interface SentQuestionProps extends Pick<AfterSendingPageProps, "question" | "text" | "isVisitor"> {
  isJustSent: boolean;
}

/** The sent question with its time, and the button that withdraws it. */
function SentQuestion({ question, text, isJustSent, isVisitor }: SentQuestionProps) {
  const { t } = useTexts();
  const { asked_hour } = question;
  const [isConfirming, setIsConfirming] = useState(false);
  const WithdrawDialog = useLazyModule(dialog, isConfirming, () => setIsConfirming(false));
  const nextFocus = useRef<HTMLElement>(null);
  const { openList, openAnswer } = useNextPages(question, isVisitor);
  return (
    <div
      data-card-theme={question.card_theme}
      className="rounded-xl bg-paper px-2 pt-2 text-ink-on-paper shadow-e1"
    >
      <QuestionContent question={question} text={text} />
      <p className="flex flex-wrap items-center gap-x-1.5 px-3 text-xs text-ink-2-on-paper">
        {isJustSent ? (
          <time dateTime={asked_hour}>{t("outbox.just_now")}</time>
        ) : (
          <FormattedDate
            at={asked_hour}
            form="hour"
            text={question.asked_date_time__formatted_for_user}
          />
        )}
        <span aria-hidden="true">·</span>
        <button
          type="button"
          onClick={() => setIsConfirming(true)}
          className="min-h-11 min-w-11 underline underline-offset-4 hover:text-ink-on-paper"
        >
          {t("outbox.withdraw")}
        </button>
      </p>
      {WithdrawDialog && (
        <WithdrawDialog
          open={isConfirming}
          withdrawal={{ question, row: null }}
          nextFocus={nextFocus}
          onWithdrawn={openList}
          onAnswered={openAnswer}
          onClosed={() => setIsConfirming(false)}
        />
      )}
    </div>
  );
}

/** Functions that replace this page, which is only for unanswered questions, by another one. */
function useNextPages({ uuid_hash: uuid }: WaitingQuestion, isVisitor: boolean) {
  const { locale } = useTexts();
  const navigate = useNavigate();
  const params = { locale };
  return {
    async openList() {
      if (isVisitor) {
        await navigate({ to: "/$locale/not_login_user", params, search: {}, replace: true });
      } else {
        await navigate({ to: "/$locale/me/home", params, search: { tab: "send" }, replace: true });
      }
      document.getElementById("main")?.focus();
    },
    openAnswer: () =>
      void navigate({ to: "/$locale/q/$uuid", params: { locale, uuid }, replace: true }),
  };
}

function ListLink({ isVisitor, children }: { isVisitor: boolean; children: ReactNode }) {
  const { locale } = useTexts();
  const className = "font-semibold text-brand underline underline-offset-4";
  if (isVisitor) {
    return (
      <Link to="/$locale/not_login_user" params={{ locale }} search={{}} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <Link to="/$locale/me/home" params={{ locale }} search={{ tab: "send" }} className={className}>
      {children}
    </Link>
  );
}

/** Invites a visitor to register. Hidden on wide screens, where the aside has an invitation. */
function Invitation() {
  const { t, locale } = useTexts();
  return (
    <Link
      to="/$locale/acc/regist"
      params={{ locale }}
      className="flex items-center gap-3 rounded-sheet bg-surface px-4 py-3.5 shadow-e2 hover:bg-surface-2 lg:hidden"
    >
      <LogoMark size={40} />
      <span className="min-w-0 flex-1">
        <span className="block font-bold leading-snug">{t("outbox.own_box_title")}</span>
        <span className="block text-xs text-ink-2">{t("outbox.own_box_text")}</span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-brand" aria-hidden="true" />
    </Link>
  );
}
