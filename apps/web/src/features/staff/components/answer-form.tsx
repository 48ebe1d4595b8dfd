import { getLanguageTag, localeNames } from "@toibako/contract/locales.ts";
import { type Inquiry, inquiryAnswerLimit } from "@toibako/contract/staff/inquiries.ts";
import { type SubmitEvent, useState } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/select.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";

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
  const [isMissing, setIsMissing] = useState(false);
  const [isClosing, setIsClosing] = useState(false);
  const { prepared, has_mail, locale } = inquiry;
  const isEmpty = draft.trim() === "";

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(isEmpty);
    if (!isEmpty) onAnswer(draft);
  }
  return (
    <form method="dialog" noValidate className="grid gap-4" onSubmit={submit}>
      {has_mail ? (
        <>
          <Field label={t("staff.prepared")}>
            <Select
              value=""
              onChange={({ target }) => {
                const chosen = prepared.find(({ name }) => name === target.value);
                if (chosen) onDraft([draft.trim(), chosen.text].filter(Boolean).join("\n\n"));
              }}
            >
              <option value="">{t("staff.prepared_choose")}</option>
              {prepared.map(({ name }) => (
                <option key={name} value={name}>
                  {t(`staff_inquiries.prepared_${name}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t("staff_inquiries.answer_text")}
            hint={t("staff_inquiries.answer_hint", { language: localeNames[locale] })}
            error={isMissing && isEmpty ? t("staff_inquiries.answer_missing") : undefined}
            required
          >
            <Textarea
              name="answer"
              lang={getLanguageTag(locale)}
              dir="auto"
              value={draft}
              onChange={({ target }) => onDraft(target.value)}
              rows={8}
              limit={inquiryAnswerLimit}
              remainingLabel={(left) => describeCharactersLeft(t, left)}
            />
          </Field>
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
    </form>
  );
}
