import { getLanguageTag, localeNames } from "@toibako/contract/locales.ts";
import { type Inquiry, inquiryAnswerLimit } from "@toibako/contract/staff/inquiries.ts";
import { useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { CheckedForm, findTextProblem, StaffText } from "./checked-form.tsx";
import { PreparedTexts } from "./prepared-texts.tsx";

interface AnswerFormProps {
  inquiry: Inquiry;
  draft: string;
  onDraft: (text: string) => void;
  isPending: boolean;
  /** Null closes the inquiry without an answer. */
  onAnswer: (text: string | null) => void;
}

/** Answers an inquiry by mail, beginning with a prepared text in the inquirer's language, or closes it. */
export function AnswerForm({ inquiry, draft, onDraft, isPending, onAnswer }: AnswerFormProps) {
  const { t } = useTexts();
  const [isClosing, setIsClosing] = useState(false);
  const { prepared, has_mail, locale } = inquiry;
  const problem = findTextProblem(
    t,
    draft,
    inquiryAnswerLimit,
    t("staff_inquiries.answer_missing"),
  );
  return (
    <CheckedForm
      className="grid gap-4"
      isComplete={problem === undefined}
      onSend={() => onAnswer(draft)}
    >
      {(isRefused) => (
        <>
          {has_mail ? (
            <>
              <PreparedTexts
                prepared={prepared}
                describe={(name) => t(`staff_inquiries.prepared_${name}`)}
                text={draft}
                onText={onDraft}
              />
              <StaffText
                name="answer"
                label={t("staff_inquiries.answer_text")}
                hint={t("staff_inquiries.answer_hint", { language: localeNames[locale] })}
                problem={isRefused && problem}
                required
                lang={getLanguageTag(locale)}
                dir="auto"
                text={draft}
                onText={onDraft}
                rows={8}
                limit={inquiryAnswerLimit}
              />
              <Button type="submit" size="lg" isWide isPending={isPending}>
                {t("staff_inquiries.send")}
              </Button>
            </>
          ) : (
            <Callout tone="warn">{t("staff_inquiries.no_mail")}</Callout>
          )}
          <Button
            type="button"
            variant="outline"
            isPending={isPending}
            onClick={() => setIsClosing(true)}
          >
            {t("staff_inquiries.close")}
          </Button>
          <ConfirmDialog
            open={isClosing}
            onOpenChange={setIsClosing}
            title={t("staff_inquiries.close_title")}
            confirmLabel={t("staff_inquiries.close")}
            processingLabel={t("staff_inquiries.close")}
            cancelLabel={t("common.cancel")}
            failureText={t("staff.failed")}
            onConfirm={async () => onAnswer(null)}
          >
            {t("staff_inquiries.close_text")}
          </ConfirmDialog>
        </>
      )}
    </CheckedForm>
  );
}
