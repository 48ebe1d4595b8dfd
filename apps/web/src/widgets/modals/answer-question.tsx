import { useRouter } from "@tanstack/react-router";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import type { Question } from "@toibako/contract/questions.ts";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { StampPicture } from "#ui/drawings/stamp-picture.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { OpenLetter } from "#ui/surfaces/open-letter.tsx";
import type { ModalProps } from "./modal-props.ts";

interface AnswerQuestionProps extends ModalProps {
  /** An unanswered question to the reader. */
  question: Question;
}

/** A received question and the form to answer it. Closing keeps the draft, which the form shows again. */
export function AnswerQuestion({ question, open, onOpenChange }: AnswerQuestionProps) {
  const { t } = useTexts();
  const router = useRouter();
  const { stamp } = question;
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("questions.unanswered_title")}
      closeLabel={t("common.close")}
    >
      <div className="-mx-2 grid gap-4">
        <div data-paper={question.paper ?? "plain"} className="rounded-xl py-2">
          <OpenLetter
            label={question.asked_date_time__formatted_for_user}
            text={question.body}
            lang={getLanguageTag(question.locale)}
            heading={3}
            picture={
              stamp && <StampPicture {...stamp.stamp_image} alt={t("common.stamp")} size="md" />
            }
          />
        </div>
        <div className="px-3">
          <AnswerForm
            key={question.uuid_hash}
            question={question}
            onAnswered={(location) => router.navigate({ href: location })}
            shouldFocusOnOpen
          />
        </div>
      </div>
    </Sheet>
  );
}
