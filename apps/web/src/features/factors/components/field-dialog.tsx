import { type ComponentType, type ReactNode, type SubmitEvent, useState } from "react";
import { describeFailure } from "#lib/http/client.ts";
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
  /** What stands above the field. */
  children?: ReactNode;
  /** The field, which shows the error of an empty or a refused value. */
  Field: ComponentType<FieldProps>;
  initialValue?: string;
  submitLabel: string;
  /** Closes the dialog when it resolves; the text of a rejection is shown, and the value stays. */
  onSubmit: (value: string) => Promise<unknown>;
  /** The text for a rejection without one of its own. */
  describe?: (error: unknown) => string | undefined;
  /** Other ways, below the button. */
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

/** The form of `FieldDialog`; apart from it, so that it starts anew with each opening. */
function FieldForm({
  children,
  Field,
  initialValue = "",
  submitLabel,
  onSubmit,
  onOpenChange,
  describe,
  below,
}: FieldDialogProps) {
  const { t } = useTexts();
  const [value, setValue] = useState(initialValue);
  const [isMissing, setIsMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    setIsMissing(value.trim() === "");
    if (value.trim() === "") return;
    setIsPending(true);
    try {
      await onSubmit(value);
      onOpenChange(false);
    } catch (error) {
      setFailure(describe?.(error) ?? describeFailure(error, t("factors.failed")));
    } finally {
      setIsPending(false);
    }
  }
  return (
    <div className="grid gap-4">
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {children}
        {failure !== undefined && <Callout tone="error">{failure}</Callout>}
        <Field
          value={value}
          onChange={setValue}
          error={isMissing && value.trim() === "" ? t("accounts.field_required") : undefined}
        />
        <Button type="submit" wide pending={isPending}>
          {submitLabel}
        </Button>
      </form>
      {below}
    </div>
  );
}
