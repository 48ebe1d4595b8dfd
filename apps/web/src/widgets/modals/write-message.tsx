import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { ModalProps } from "./modal-props.ts";

interface WriteMessageProps extends ModalProps {
  user: PublicUser;
}

/** Shown to a reader who has opened a link by which an account asks for anonymous messages. */
export function WriteMessage({ user, ...frame }: WriteMessageProps) {
  const { t } = useTexts();
  const name = user.displaying_name;
  const frameProps = { ...frame, drawing: <LetterArrivingDrawing /> };
  if (user.is_receive_dm) {
    return (
      <MessageDialog
        {...frameProps}
        title={t("modals.anonymous_title", { name })}
        actions={<StartTalk />}
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

function StartTalk() {
  const { t, locale } = useTexts();
  const invite = useInvite();
  const isSignedIn = useCurrentUser() !== undefined;
  if (!isSignedIn) {
    return (
      <Button isWide onClick={invite}>
        {t("modals.anonymous_send")}
      </Button>
    );
  }
  return (
    <Link to="/$locale/me/talks" params={{ locale }} className={buildButtonClass({ isWide: true })}>
      {t("modals.anonymous_send")}
    </Link>
  );
}
