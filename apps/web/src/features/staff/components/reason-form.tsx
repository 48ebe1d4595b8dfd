import { reasonLimit } from "@toibako/contract/staff/people.ts";
import { countCharacters } from "@toibako/contract/text.ts";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Textarea } from "#ui/forms/textarea.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";

interface ReasonFormProps {
  /** Fields before the reason. */
  children?: ReactNode;
  label: string;
  /** The question that is asked before it is done. */
  question: string;
  /** Said below the question. */
  warning?: string;
  /** Said when it is done; undefined if the form disappears then. */
  doneText?: string;
  isDangerous?: boolean;
  /** Whether the other fields can be sent. */
  isComplete?: boolean;
  onConfirm: (reason: string) => Promise<void>;
}

/** Does something to an account, with the reason that the audit log keeps, after a question. */
export function ReasonForm({
  children,
  label,
  question,
  warning,
  doneText,
  isDangerous = false,
  isComplete = true,
  onConfirm,
}: ReasonFormProps) {
  const { t } = useTexts();
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isEmpty = reason.trim() === "";

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(isEmpty);
    setIsDone(false);
    setFailure(undefined);
    const isTooLong = countCharacters(reason, reasonLimit) > reasonLimit;
    if (!isEmpty && !isTooLong && isComplete) setIsAsked(true);
  }
  async function confirm() {
    try {
      await onConfirm(reason);
      setReason("");
      setIsDone(true);
    } catch (error) {
      setFailure(describeFailure(error, t("staff.failed")));
    }
  }
  return (
    <form method="dialog" noValidate className="grid gap-4" onSubmit={submit}>
      {failure !== undefined && <Callout tone="error">{failure}</Callout>}
      {isDone && doneText !== undefined && (
        <Callout tone="ok">
          <span role="status">{doneText}</span>
        </Callout>
      )}
      {children}
      <Field
        label={t("staff_people.reason")}
        hint={t("staff_people.reason_hint")}
        error={isMissing && isEmpty ? t("staff_people.reason_missing") : undefined}
        required
      >
        <Textarea
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          rows={2}
          limit={reasonLimit}
          remainingLabel={(left) => describeCharactersLeft(t, left)}
        />
      </Field>
      <Button
        type="submit"
        variant={isDangerous ? "danger-outline" : "outline"}
        className="justify-self-start"
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={question}
        confirmLabel={label}
        processingLabel={t("staff_people.processing")}
        cancelLabel={t("common.cancel")}
        isDangerous={isDangerous}
        onConfirm={confirm}
      >
        {warning}
      </ConfirmDialog>
    </form>
  );
}
