import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Dialog } from "#ui/overlays/overlay.tsx";
import type { ModalProps } from "./modal-props.ts";

interface MessageDialogProps extends ModalProps {
  title: ReactNode;
  drawing?: ReactNode;
  children?: ReactNode;
  /** Buttons and links, the primary one first. */
  actions?: ReactNode;
}

/** The usual modal: a drawing, a text and actions. */
export function MessageDialog({
  open,
  onOpenChange,
  title,
  drawing,
  children,
  actions,
}: MessageDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      closeLabel={t("common.close")}
      footer={actions && <div className="grid flex-1 gap-3">{actions}</div>}
    >
      {drawing && <div className="mx-auto mt-1 mb-4 w-44">{drawing}</div>}
      <div className="running-text text-ink-2">{children}</div>
    </Dialog>
  );
}
