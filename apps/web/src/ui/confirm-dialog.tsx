import { type ReactNode, type RefObject, useRef, useState } from "react";
import { Button } from "./button.tsx";
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
  /** Closes the dialog when it resolves; a rejection leaves it open, the caller tells why. */
  onConfirm: () => unknown;
  danger?: boolean;
  /** Where the keyboard goes on once it was confirmed, when that takes away what opened it. */
  focusAfter?: RefObject<HTMLElement | null>;
};

/** A plain question with two answers. Once confirmed, nothing reacts until the work is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  processingLabel,
  cancelLabel,
  onConfirm,
  danger = false,
  focusAfter,
}: ConfirmDialogProps) {
  const [processing, setProcessing] = useState(false);
  // State is a render late; two clicks in the same frame are caught here.
  const busy = useRef(false);
  const confirmed = useRef(false);

  const close = (next: boolean) => {
    if (busy.current) return;
    confirmed.current = false;
    onOpenChange(next);
  };
  const confirm = async () => {
    if (busy.current) return;
    busy.current = true;
    confirmed.current = false;
    setProcessing(true);
    const done = await Promise.resolve()
      .then(onConfirm)
      .then(
        () => true,
        () => false,
      );
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
