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
  /** Replaces the confirm label while the work is running. */
  processingLabel: string;
  cancelLabel: string;
  /** If the returned promise resolves, the dialog closes; if it rejects, the dialog stays open for another attempt. */
  onConfirm: () => unknown;
  /** Shown until the next attempt after a rejection that has no message of its own. */
  failureText?: string;
  isDangerous?: boolean;
  /** Gets the focus after the confirmation, if that removes the element that opened the dialog. */
  focusAfter?: RefObject<HTMLElement | null>;
};

/** A confirmation dialog. After the confirmation, it ignores presses until the work is done. */
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
  isDangerous = false,
  focusAfter,
}: ConfirmDialogProps) {
  const { isProcessing, failure, isConfirmed, changeOpen, confirm } = useConfirmation({
    onConfirm,
    onOpenChange,
    failureText,
  });
  return (
    <Overlay
      shape="dialog"
      isUrgent
      open={open}
      onOpenChange={changeOpen}
      title={title}
      focusAfter={() => (isConfirmed.current ? (focusAfter?.current ?? null) : null)}
      footer={
        <>
          <Button
            variant="quiet"
            className="min-w-fit flex-1"
            aria-disabled={isProcessing || undefined}
            onClick={() => changeOpen(false)}
          >
            {cancelLabel}
          </Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            className="min-w-fit flex-1"
            isPending={isProcessing}
            pendingLabel={processingLabel}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {failure !== undefined && (
        <Callout tone="error" className="mt-4">
          {failure}
        </Callout>
      )}
    </Overlay>
  );
}

type Confirmation = Pick<ConfirmDialogProps, "onConfirm" | "onOpenChange"> & {
  failureText: string | undefined;
};

/** Runs the confirmed work once at a time, and closes the dialog when it is done. */
function useConfirmation({ onConfirm, onOpenChange, failureText }: Confirmation) {
  const [isProcessing, setIsProcessing] = useState(false);
  // State changes with the next render only; with this ref, a second click in the same frame is ignored.
  const isBusy = useRef(false);
  const isConfirmed = useRef(false);
  const [failure, setFailure] = useState<string>();

  const changeOpen = (isOpen: boolean) => {
    if (isBusy.current) return;
    isConfirmed.current = false;
    setFailure(undefined);
    onOpenChange(isOpen);
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
    if (isBusy.current) return;
    isBusy.current = true;
    isConfirmed.current = false;
    setIsProcessing(true);
    setFailure(undefined);
    const isDone = await runConfirmed();
    isBusy.current = false;
    isConfirmed.current = isDone;
    setIsProcessing(false);
    if (isDone) onOpenChange(false);
  };

  return { isProcessing, failure, isConfirmed, changeOpen, confirm };
}
