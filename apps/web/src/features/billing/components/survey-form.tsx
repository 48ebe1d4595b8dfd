import { maxSurveyText, type SurveyAnswer } from "@toibako/contract/billing/cancellation.ts";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Checkbox } from "#ui/forms/choice.tsx";
import { Field } from "#ui/forms/field.tsx";
import { ScriptedForm } from "#ui/forms/scripted-form.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import { useCancelWithSurvey } from "../queries.ts";
import { createCancelFailure } from "./cancel-button.tsx";

interface Entries {
  input_1_other: string;
  input_2_other: string;
  input_3_checked: number[];
  input_3_other: string;
}

const wishes = [
  [3, "billing.survey_wish_price"],
  [4, "billing.survey_wish_people"],
  [5, "billing.survey_wish_features"],
  [6, "billing.survey_wish_other"],
] as const;

const isText = (text: string) => {
  const { length } = text.trim();
  return length > 0 && length <= maxSurveyText;
};

/** Whether the survey can be sent: both texts, a wish, and the text of the wish "other" if it is ticked. */
const isComplete = ({ input_1_other, input_2_other, input_3_checked, input_3_other }: Entries) =>
  isText(input_1_other) &&
  isText(input_2_other) &&
  input_3_checked.length > 0 &&
  (!input_3_checked.includes(6) || isText(input_3_other));

/** The pairs that the server gets. */
const buildSurvey = (entries: Entries): SurveyAnswer[] => [
  { select: 1, other: entries.input_1_other.trim() },
  { select: 2, other: entries.input_2_other.trim() },
  ...entries.input_3_checked
    .toSorted((one, other) => one - other)
    .map((select) => (select === 6 ? { select, other: entries.input_3_other.trim() } : { select })),
];

interface SurveyFormProps {
  onCancelled: () => void;
  /** Leaves for the top page. */
  onLeave: () => void;
}

/** The three questions of the cancellation; sending them cancels. */
export function SurveyForm({ onCancelled, onLeave }: SurveyFormProps) {
  const { t } = useTexts();
  const [entries, setEntries] = useState<Entries>({
    input_1_other: "",
    input_2_other: "",
    input_3_checked: [],
    input_3_other: "",
  });
  const [isAsking, setIsAsking] = useState(false);
  const isReady = isComplete(entries);

  const describeText = (name: "input_1_other" | "input_2_other" | "input_3_other") => ({
    name,
    value: entries[name],
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) =>
      setEntries((current) => ({ ...current, [name]: target.value })),
    limit: maxSurveyText,
    remainingLabel: (left: number) =>
      left < 0
        ? t("common.too_many_characters", { n: -left })
        : t("common.characters_left", { n: left }),
  });
  const tick = (select: number, isTicked: boolean) =>
    setEntries((current) => ({
      ...current,
      input_3_checked: [
        ...current.input_3_checked.filter((other) => other !== select),
        ...(isTicked ? [select] : []),
      ],
    }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) setIsAsking(true);
  };
  return (
    <ScriptedForm onSubmit={submit} className="grid gap-6">
      <Field label={t("billing.survey_1")} required>
        <Textarea {...describeText("input_1_other")} />
      </Field>
      <Field label={t("billing.survey_2")} required>
        <Textarea {...describeText("input_2_other")} />
      </Field>
      <fieldset className="grid min-w-0 gap-1">
        <legend className="text-sm font-bold">{t("billing.survey_3")}</legend>
        <p className="text-sm text-ink-2">{t("billing.survey_3_hint")}</p>
        {wishes.map(([select, key]) => (
          <Checkbox
            key={select}
            name="input_3_checked"
            value={select}
            label={t(key)}
            checked={entries.input_3_checked.includes(select)}
            onChange={({ target }) => tick(select, target.checked)}
          />
        ))}
        <Field
          label={t("billing.survey_wish_text")}
          isLabelHidden
          required={entries.input_3_checked.includes(6)}
          className="pl-9"
        >
          <Textarea
            {...describeText("input_3_other")}
            disabled={!entries.input_3_checked.includes(6)}
            placeholder={t("billing.survey_wish_text")}
          />
        </Field>
      </fieldset>
      <Button type="submit" size="lg" isWide disabled={!isReady}>
        {t("billing.survey_submit")}
      </Button>
      <SurveyDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        survey={buildSurvey(entries)}
        onCancelled={onCancelled}
        onLeave={onLeave}
      />
    </ScriptedForm>
  );
}

interface SurveyDialogProps extends SurveyFormProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  survey: SurveyAnswer[];
}

function SurveyDialog({ open, onOpenChange, survey, onCancelled, onLeave }: SurveyDialogProps) {
  const { t } = useTexts();
  const { mutate, isPending, isSuccess, error, reset } = useCancelWithSurvey();
  // State changes with the next render only; with this ref, a second click in the same frame is ignored.
  const isBusy = useRef(false);
  const isSending = isPending || isSuccess;

  function confirm() {
    if (isBusy.current) return;
    isBusy.current = true;
    mutate(survey, {
      onSuccess: onCancelled,
      onError: () => {
        isBusy.current = false;
      },
    });
  }
  const failure = error && createCancelFailure(t, error);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isSending) return;
        reset();
        onOpenChange(isOpen);
      }}
      title={t("billing.survey_confirm_title")}
      closeLabel={t("common.close")}
      footer={
        <>
          <Button
            variant="quiet"
            className="min-w-fit flex-1"
            aria-disabled={isSending || undefined}
            onClick={() => isSending || onLeave()}
          >
            {t("billing.survey_to_top")}
          </Button>
          <Button
            className="min-w-fit flex-1"
            isPending={isSending}
            pendingLabel={t("billing.cancelling")}
            onClick={confirm}
          >
            {t("billing.survey_confirm")}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{t("billing.survey_confirm_text")}</p>
      {failure && (
        <Callout tone="error" className="mt-4">
          {describeFailure(failure, t("billing.cancel_failed"))}
        </Callout>
      )}
    </Dialog>
  );
}
