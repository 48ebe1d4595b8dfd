import { reasonLimit } from "@toibako/contract/staff/people.ts";
import { type ReactNode, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { CheckedForm, findTextProblem, StaffText } from "./checked-form.tsx";

interface ReasonFormProps {
  /** Fields before the reason, which say their problems once the form was refused. */
  children?: (isRefused: boolean) => ReactNode;
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
  const [isAsked, setIsAsked] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problem = findTextProblem(t, reason, reasonLimit, t("staff_people.reason_missing"));

  function ask() {
    setIsDone(false);
    setFailure(undefined);
    setIsAsked(true);
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
    <CheckedForm
      className="grid gap-4"
      isComplete={isComplete && problem === undefined}
      onSend={ask}
    >
      {(isRefused) => (
        <>
          {failure !== undefined && <Callout tone="error">{failure}</Callout>}
          {isDone && doneText !== undefined && (
            <Callout tone="ok">
              <span role="status">{doneText}</span>
            </Callout>
          )}
          {children?.(isRefused)}
          <StaffText
            label={t("staff_people.reason")}
            hint={t("staff_people.reason_hint")}
            problem={isRefused && problem}
            required
            text={reason}
            onText={setReason}
            rows={2}
            limit={reasonLimit}
          />
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
        </>
      )}
    </CheckedForm>
  );
}
