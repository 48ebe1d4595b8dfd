import { type ReactNode, type RefObject, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";

interface LeavingDialogProps {
  /** The address that was pressed; undefined while the dialog is closed. */
  address: URL | undefined;
  onClosed: () => void;
}

/** Says where an address leads before it opens. */
export function LeavingDialog({ address, onClosed }: LeavingDialogProps) {
  const { t } = useTexts();
  const shown = useLastDefined(address);
  return (
    <ConfirmDialog
      open={address !== undefined}
      onOpenChange={(isOpen) => isOpen || onClosed()}
      title={t("messages.leaving_title")}
      confirmLabel={t("messages.leaving_confirm")}
      processingLabel={t("messages.leaving_confirm")}
      cancelLabel={t("common.cancel")}
      onConfirm={() => window.open(shown?.href, "_blank", "noopener,noreferrer")}
    >
      <p translate="no" className="text-lg font-bold text-ink wrap-anywhere">
        {shown?.host}
      </p>
      <p className="mt-2">{t("messages.leaving_text")}</p>
      <p translate="no" className="mt-2 line-clamp-4 text-sm text-ink-2 wrap-anywhere">
        {shown?.href}
      </p>
    </ConfirmDialog>
  );
}

interface TakeBackDialogProps {
  /** The message that is to be taken back; undefined while the dialog is closed. */
  messageKey: string | undefined;
  /** Gets the focus afterwards, because the menu of the message is gone. */
  focusAfter: RefObject<HTMLElement | null>;
  takeBack: (key: string) => Promise<unknown>;
  onClosed: () => void;
  /** What happens to the message. */
  children: ReactNode;
}

/** Asks before a message is taken back, because its text is then gone for everybody. */
export function TakeBackDialog(props: TakeBackDialogProps) {
  const { messageKey, focusAfter, takeBack, onClosed, children } = props;
  const { t } = useTexts();
  return (
    <ConfirmDialog
      open={messageKey !== undefined}
      onOpenChange={(isOpen) => isOpen || onClosed()}
      title={t("messages.take_back_title")}
      confirmLabel={t("messages.take_back")}
      processingLabel={t("messages.taking_back")}
      cancelLabel={t("common.cancel")}
      failureText={t("messages.take_back_failed")}
      isDangerous
      focusAfter={focusAfter}
      onConfirm={() => messageKey !== undefined && takeBack(messageKey)}
    >
      {children}
    </ConfirmDialog>
  );
}

/** Returns the last value that was defined, which a dialog shows while it fades out. */
function useLastDefined<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
