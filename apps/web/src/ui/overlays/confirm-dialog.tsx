import { type ReactNode, type RefObject, useRef, useState } from "react";
import { describeFailure } from "#lib/http/api-error.ts";
import { Button } from "#ui/buttons/button.tsx";
import { Callout } from "#ui/feedback/callout.tsx";
import { Overlay } from "./overlay.tsx";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children?: ReactNode;
  confirmLabel: string;
  /** Takes the place of the confirm label while the work is done. */
  processingLabel: string;
  cancelLabel: string;
  /** The dialog closes when this resolves, and stays open to try again when it rejects. */
  onConfirm: () => unknown;
  /** Shown in the dialog after a rejection without a message of its own, until the next attempt. */
  failureText?: string;
  danger?: boolean;
  /** Gets the focus after the confirmation, if that removes the element that opened the dialog. */
  focusAfter?: RefObject<HTMLElement | null>;
};

/** A confirmation dialog. Once confirmed, it ignores presses until the work is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  processingLabel,
  cancelLabel,
  onConfirm,
  failureText,
  danger = false,
  focusAfter,
}: ConfirmDialogProps) {
  const [processing, setProcessing] = useState(false);
  // State changes with the next render only; this ref ignores a second click in the same frame.
  const busy = useRef(false);
  const confirmed = useRef(false);
  const [failure, setFailure] = useState<string>();

  const close = (next: boolean) => {
    if (busy.current) return;
    confirmed.current = false;
    setFailure(undefined);
    onOpenChange(next);
  };
  const runConfirmed = async () => {
    try {
      await onConfirm();
      return true;
    } catch (error) {
      if (failureText !== undefined) setFailure(describeFailure(error, failureText));
      return false;
    }
  };
  const confirm = async () => {
    if (busy.current) return;
    busy.current = true;
    confirmed.current = false;
    setProcessing(true);
    setFailure(undefined);
    const done = await runConfirmed();
    busy.current = false;
    confirmed.current = done;
    setProcessing(false);
    if (done) onOpenChange(false);
  };

  return (
    <Overlay
      shape="dialog"
      urgent
      open={open}
      onOpenChange={close}
      title={title}
      focusAfter={() => (confirmed.current ? (focusAfter?.current ?? null) : null)}
      footer={
        <>
          <Button
            variant="quiet"
            className="flex-1"
            aria-disabled={processing || undefined}
            onClick={() => close(false)}
          >
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? "danger" : "primary"}
            className="flex-1"
            pending={processing}
            pendingLabel={processingLabel}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {failure !== undefined && (
        <Callout tone="error" className="mt-4">
          {failure}
        </Callout>
      )}
    </Overlay>
  );
}
