import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { describeFailure } from "#lib/http/api-error.ts";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
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
  /** Closes the dialog when it resolves; a rejection leaves it open to try again. */
  onConfirm: () => unknown;
  /** Shown after a rejection without a message of its own, until the next attempt. */
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
  const toasts = useToasts();
  const topic = useId();

  const close = (next: boolean) => {
    if (busy.current) return;
    confirmed.current = false;
    onOpenChange(next);
  };
  const runConfirmed = async () => {
    try {
      await onConfirm();
      return true;
    } catch (error) {
      if (failureText !== undefined)
        toasts.show("error", describeFailure(error, failureText), { topic });
      return false;
    }
  };
  const confirm = async () => {
    if (busy.current) return;
    busy.current = true;
    confirmed.current = false;
    setProcessing(true);
    toasts.dismiss(topic);
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
    </Overlay>
  );
}
