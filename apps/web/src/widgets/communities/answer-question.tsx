import { useRouter } from "@tanstack/react-router";
import type { CommunityQuestion } from "@toibako/contract/communities/questions.ts";
import { getLanguageTag } from "@toibako/contract/locales.ts";
import { AnswerForm } from "#features/answers/components/answer-form.tsx";
import { getIds, useSendAnswer } from "#features/communities/queries.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { Letter } from "#ui/surfaces/letter.tsx";
import type { ModalProps } from "#widgets/modals/modal-props.ts";

interface AnswerCommunityQuestionProps extends ModalProps {
  question: CommunityQuestion;
}

/** A question of a community and the form to answer it. Closing keeps the draft, which the form shows again. */
export function AnswerCommunityQuestion({
  question,
  open,
  onOpenChange,
}: AnswerCommunityQuestionProps) {
  const { t } = useTexts();
  const router = useRouter();
  const { uuid_hash, text, locale, associated_community } = question;
  const send = useSendAnswer(getIds(associated_community), uuid_hash);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t("communities.answer_title", { name: associated_community.name })}
      closeLabel={t("common.close")}
    >
      <div className="-mx-2 grid gap-4">
        <Letter
          theme={question.card_theme}
          seal={
            <FormattedDate
              at={question.asked_hour}
              form="hour"
              text={question.asked_date_time__formatted_for_user}
            />
          }
          text={text}
          lang={getLanguageTag(locale)}
          heading={3}
          size="md"
        />
        <div className="px-3">
          <AnswerForm
            key={uuid_hash}
            question={{ uuid_hash, locale }}
            inCommunity={{ send, hint: t("communities.answer_public") }}
            onAnswered={(location) => router.navigate({ href: location })}
            shouldFocusOnOpen
          />
        </div>
      </div>
    </Sheet>
  );
}
