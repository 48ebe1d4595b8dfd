import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import { AskedDate, QuestionMarks } from "./question-card.tsx";

interface QuestionSheetProps {
  question: CommunityQuestion;
  /** The answer button, or the link to the reader's answer. */
  answerButton: ReactNode;
  menu: ReactNode;
}

/** A community's question on its own page: its letter, with the button to answer it and its picture. */
export function QuestionSheet({ question, answerButton, menu }: QuestionSheetProps) {
  const { t, locale } = useTexts();
  const { text, card_theme, locale: language, rasterizated_question_uri } = question;
  const lang = getLanguageTag(language);
  return (
    <Card as="article" look="sheet">
      <Letter theme={card_theme} isWaxed text={text} lang={lang} heading={1}>
        <QuestionMarks question={question} showsLanguage={language !== locale} />
      </Letter>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-3 pb-2">
        {/* At the edge, where nothing moves when the reader's time zone makes it longer. */}
        <p className="text-sm text-ink-2">
          <AskedDate question={question} />
        </p>
        {answerButton}
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0 flex-1">
            <Disclosure look="line" title={t("communities.question_picture")}>
              <img
                src={rasterizated_question_uri}
                alt={text}
                lang={lang}
                width={1200}
                height={630}
                loading="lazy"
                className="h-auto w-full rounded-xl bg-paper"
              />
            </Disclosure>
          </div>
          {menu}
        </div>
      </CardBody>
    </Card>
  );
}
