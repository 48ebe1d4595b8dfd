import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { getLanguageTag, localeNames } from "@toibako/contract/locales.ts";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { Card } from "#ui/surfaces/card.tsx";
import { countLines } from "#ui/surfaces/count-lines.ts";
import { Disclosure } from "#ui/surfaces/disclosure.tsx";
import { FoldedText } from "#ui/surfaces/folded-text.tsx";
import { PopularMark } from "./community-card.tsx";
import { AskedDate } from "./question-card.tsx";

// The picture has room for 8 lines of 30 Han characters. Below it, the page shows longer texts.
const linesOfPicture = 8;
const lineWidth = 30;

interface QuestionPictureProps {
  question: CommunityQuestion;
  /** The text, which the reader can unfold; shown if it doesn't fit into the picture. */
  longText: ReactNode;
  /** The answer button, or the link to the reader's answer. */
  answerButton: ReactNode;
  menu: ReactNode;
}

/** The picture of a community's question, and its text, which can be copied. */
export function QuestionPicture({ question, longText, answerButton, menu }: QuestionPictureProps) {
  const { locale } = useTexts();
  const { text, locale: language } = question;
  return (
    <Card as="article" look="sheet">
      <h1>
        <img
          src={question.rasterizated_question_uri}
          alt={text}
          lang={getLanguageTag(language)}
          width={1200}
          height={630}
          className="h-auto w-full rounded-xl bg-paper"
        />
      </h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3 pt-2 pb-2">
        <div className="flex items-center justify-between gap-3 text-sm text-ink-2">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <AskedDate question={question} />
            {question.is_popular && <PopularMark />}
            {language !== locale && (
              <span lang={getLanguageTag(language)}>{localeNames[language]}</span>
            )}
          </div>
          {menu}
        </div>
        {countLines(text, lineWidth) > linesOfPicture ? (
          <div>
            {longText}
            <CopyButton text={text} />
          </div>
        ) : (
          <QuestionText text={text} language={getLanguageTag(language)} />
        )}
        {answerButton}
      </div>
    </Card>
  );
}

/** The text of the question. It is in a disclosure, because the picture shows all of it. */
function QuestionText({ text, language }: { text: string; language: string }) {
  const { t } = useTexts();
  return (
    <Disclosure title={t("communities.question_as_text")}>
      <FoldedText text={text} lang={language} />
      <CopyButton text={text} />
    </Disclosure>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTexts();
  const toasts = useToasts();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toasts.showToast(t("communities.question_copied"), { type: "success" });
    } catch {
      toasts.showBar("error", t("shell.copy_failed"));
    }
  }
  return (
    <Button
      variant="text"
      size="sm"
      alignsText
      className="noscript:hidden"
      onClick={() => void copy()}
    >
      <Copy size={16} aria-hidden="true" />
      {t("communities.copy_question")}
    </Button>
  );
}
