import { Link } from "@tanstack/react-router";
import { Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { Card } from "#ui/surfaces/card.tsx";

interface AnsweredBoardProps {
  /** The picture of question and answer. */
  picture: { url: string; alt: string } | undefined;
  /** Buttons that share the answer. */
  shareButtons: ReactNode;
  /** The button that passes the question on. */
  batonButton: ReactNode;
  /** Settings of the question. */
  children: ReactNode;
}

/** Shows the answerer the picture of the answer, buttons that share it, and a link to the inbox. */
export function AnsweredBoard(props: AnsweredBoardProps) {
  const { picture, shareButtons, batonButton, children } = props;
  const { t, locale } = useTexts();
  return (
    <Card
      as="section"
      aria-labelledby="answered-board"
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div>
        <h2 id="answered-board" className="text-lg">
          {t("questions.answered_title")}
        </h2>
        <p className="text-sm text-ink-2">{t("questions.answered_text")}</p>
      </div>
      {picture && (
        <img
          src={picture.url}
          alt={picture.alt}
          width={1200}
          height={630}
          className="h-auto w-full min-w-0 rounded-lg border border-line bg-paper text-sm text-ink-2"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {shareButtons}
        {batonButton}
        <Link
          to="/$locale/box"
          params={{ locale }}
          className={buildButtonClass({ variant: "quiet", className: "grow" })}
        >
          <Inbox size={20} aria-hidden="true" />
          {t("questions.to_unread")}
        </Link>
      </div>
      <div className="border-t border-line pt-2">{children}</div>
    </Card>
  );
}
