import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useState } from "react";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface WriteMessageProps extends ModalProps {
  user: PublicUser;
  /** Starts a talk and opens it. */
  onWrite: () => Promise<void>;
}

/** Shown to a reader who has opened a link by which an account asks for anonymous messages. */
export function WriteMessage({ user, onWrite, ...frame }: WriteMessageProps) {
  const { t } = useTexts();
  const name = user.displaying_name;
  const frameProps = { ...frame, drawing: <LetterArrivingDrawing /> };
  if (user.is_receive_dm) {
    return (
      <MessageDialog
        {...frameProps}
        title={t("modals.anonymous_title", { name })}
        actions={<StartTalk onWrite={onWrite} />}
      >
        {t("modals.anonymous_text")}
      </MessageDialog>
    );
  }
  const ask = (
    <Button isWide onClick={() => frame.onOpenChange(false)}>
      {t("modals.anonymous_ask")}
    </Button>
  );
  return (
    <MessageDialog {...frameProps} title={t("modals.anonymous_closed_title")} actions={ask}>
      {t("modals.anonymous_closed", { name })}
    </MessageDialog>
  );
}

function StartTalk({ onWrite }: Pick<WriteMessageProps, "onWrite">) {
  const { t } = useTexts();
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  const [isPending, setIsPending] = useState(false);
  async function write() {
    setIsPending(true);
    await onWrite();
    setIsPending(false);
  }
  return (
    <Button isWide isPending={isPending} onClick={isSignedIn ? write : invite}>
      {t("modals.anonymous_send")}
    </Button>
  );
}
