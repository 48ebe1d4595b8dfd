import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { BirthDateForm } from "./birth-date-form.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface MessageBirthDateProps extends ModalProps {
  /** Repeats the call that needed the birthday. */
  repeat: () => void;
  /** Why the birthday is needed; by default for writing messages. */
  text?: string | undefined;
}

/** Asks for the birthday, which writing messages and some rooms need, and then repeats the call that was refused. */
export function MessageBirthDate({ repeat, text, ...frame }: MessageBirthDateProps) {
  const { t } = useTexts();
  const user = useCurrentUser();
  function finish() {
    frame.onOpenChange(false);
    repeat();
  }
  return (
    <MessageDialog {...frame} title={t("modals.birth_date_title")}>
      <p className="mb-4">{text ?? t("modals.birth_date_text")}</p>
      {user && <BirthDateForm user={user} onRegistered={finish} />}
    </MessageDialog>
  );
}
