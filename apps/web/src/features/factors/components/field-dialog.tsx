import { type ComponentType, type ReactNode, type SubmitEvent, useState } from "react";
import { ApiError, describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";

export interface FieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

interface FieldDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Content above the field. */
  children?: ReactNode;
  /** The field; gets an `error` if it was submitted empty, or refused because of its value. */
  Field: ComponentType<FieldProps>;
  initialValue?: string;
  submitLabel: string;
  /**
   * Resolves with false to keep the dialog open. After a rejection, the dialog stays open and shows the
   * message of the error.
   */
  onSubmit: (value: string) => Promise<unknown>;
  /** Returns what is wrong with a value that isn't empty; called before submitting. */
  findProblem?: (value: string) => string | undefined;
  /** Returns the message for an error, or undefined to show the server's message. */
  describeError?: (error: unknown) => string | undefined;
  /** Content below the button. */
  below?: ReactNode;
}

/** A dialog with one field and a button. */
export function FieldDialog(props: FieldDialogProps) {
  const { t } = useTexts();
  const { open, onOpenChange, title } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} closeLabel={t("common.close")}>
      <FieldForm {...props} />
    </Dialog>
  );
}

/** The message for the value of the field, if the server refused it. */
function findFieldError(error: unknown): string | undefined {
  const messages = error instanceof ApiError ? Object.values(error.details).flat() : [];
  return messages.length > 0 ? messages.join(" ") : undefined;
}

/** A component of its own, so that its state is reset each time the dialog opens. */
function FieldForm({
  children,
  Field,
  initialValue = "",
  submitLabel,
  onSubmit,
  onOpenChange,
  findProblem,
  describeError,
  below,
}: FieldDialogProps) {
  const { t } = useTexts();
  const [value, setValue] = useState(initialValue);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    const newProblem = value.trim() === "" ? t("accounts.field_required") : findProblem?.(value);
    setProblem(newProblem);
    if (newProblem !== undefined) return;
    setIsPending(true);
    try {
      if ((await onSubmit(value)) !== false) onOpenChange(false);
    } catch (error) {
      const fieldError = findFieldError(error);
      if (fieldError === undefined)
        setFailure(describeError?.(error) ?? describeFailure(error, t("factors.failed")));
      else setProblem(fieldError);
    } finally {
      setIsPending(false);
    }
  }
  return (
    <div className="grid gap-4">
      <form method="dialog" noValidate className="grid gap-4" onSubmit={submit}>
        <div className="contents">{children}</div>
        {failure !== undefined && <Callout tone="error">{failure}</Callout>}
        <Field
          value={value}
          onChange={(newValue) => {
            setValue(newValue);
            setProblem(undefined);
          }}
          error={problem}
        />
        <Button type="submit" isWide isPending={isPending}>
          {submitLabel}
        </Button>
      </form>
      {below}
    </div>
  );
}
