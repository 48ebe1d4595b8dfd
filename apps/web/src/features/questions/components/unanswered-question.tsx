import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { Card, CardBody } from "#ui/surfaces/card.tsx";
import { OpenLetter } from "#ui/surfaces/open-letter.tsx";

interface UnansweredQuestionProps {
  question: Question;
  /** The form that answers the question. */
  children: ReactNode;
  /** What else its receiver can do with the question. Their place is kept until they appear. */
  commands: ReactNode;
}

/** An unanswered question on its page, which only its receiver sees. The answer form contains its options. */
export function UnansweredQuestion({ question, children, commands }: UnansweredQuestionProps) {
  const { t } = useTexts();
  const { stamp } = question;
  const lang = getLanguageTag(question.locale);
  const time = question.asked_date_time__formatted_for_user;
  return (
    <Card as="article" look="sheet">
      <div data-paper={question.paper ?? "plain"} className="rounded-xl py-2">
        <OpenLetter
          label={`${t(question.is_welcome ? "common.from_service" : "questions.seal")} · ${time}`}
          text={question.body}
          lang={lang}
          heading={1}
          picture={stamp && <StampPicture {...stamp.stamp_image} alt={t("common.stamp")} />}
        />
      </div>
      <CardBody className="grid gap-3">
        <div className="contents">{children}</div>
        <div className="@container flex flex-wrap items-center gap-x-4">
          <p className="flex flex-1 basis-60 items-start gap-2 text-sm text-ink-2">
            <EyeOff size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
            <span>{t("questions.only_you")}</span>
          </p>
          <div className="ml-auto flex min-h-12 min-w-36 justify-end">{commands}</div>
        </div>
      </CardBody>
    </Card>
  );
}
