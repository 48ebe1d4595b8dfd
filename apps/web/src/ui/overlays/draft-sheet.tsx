import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Sheet } from "./overlay.tsx";

export interface DiscardTexts {
  title: string;
  text: string;
  /** The button that discards the draft. */
  discard: string;
  /** The button that returns to the draft. */
  keep: string;
}

interface DiscardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  texts: DiscardTexts;
  onDiscard: () => void;
}

/** Asks whether to discard a draft. */
export function DiscardDialog({ open, onOpenChange, texts, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      confirmLabel={texts.discard}
      processingLabel={texts.discard}
      cancelLabel={texts.keep}
      onConfirm={onDiscard}
      isDangerous
    >
      {texts.text}
    </ConfirmDialog>
  );
}

interface DraftSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  closeLabel: string;
  /** Whether closing would discard a draft. */
  hasDraft: boolean;
  onDiscard: () => void;
  discardTexts: DiscardTexts;
  /** The form; it stays unchanged while the confirmation is open. */
  children: ReactNode;
}

/** A sheet with a form; while the form holds a draft, closing asks for confirmation. */
export function DraftSheet({
  open,
  onOpenChange,
  title,
  closeLabel,
  hasDraft,
  onDiscard,
  discardTexts,
  children,
}: DraftSheetProps) {
  const [isConfirming, setIsConfirming] = useState(false);

  function changeOpen(isOpen: boolean) {
    if (!isOpen && hasDraft) setIsConfirming(true);
    else onOpenChange(isOpen);
  }
  function discard() {
    onDiscard();
    onOpenChange(false);
  }
  return (
    <Sheet open={open} onOpenChange={changeOpen} title={title} closeLabel={closeLabel}>
      {children}
      <DiscardDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        texts={discardTexts}
        onDiscard={discard}
      />
    </Sheet>
  );
}
