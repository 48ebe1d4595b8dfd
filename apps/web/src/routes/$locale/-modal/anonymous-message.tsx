import { Link } from "@tanstack/react-router";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { useInvite } from "#features/accounts/components/invite.tsx";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n.tsx";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { LetterArrivingDrawing } from "#ui/drawings/letter-arriving.tsx";
import { type Frame, Message } from "./message.tsx";

interface AnonymousMessageRequestProps extends Frame {
  user: PublicUser;
}

/** Shown to whoever followed a link by which somebody asked for messages. */
export function AnonymousMessageRequest({ user, ...frame }: AnonymousMessageRequestProps) {
  const { t } = useTexts();
  const name = user.displaying_name;
  const look = { ...frame, drawing: <LetterArrivingDrawing /> };
  if (user.is_receive_dm) {
    return (
      <Message {...look} title={t("modals.anonymous_title", { name })} actions={<StartTalk />}>
        {t("modals.anonymous_text")}
      </Message>
    );
  }
  const ask = (
    <Button wide onClick={() => frame.on_open_change(false)}>
      {t("modals.anonymous_ask")}
    </Button>
  );
  return (
    <Message {...look} title={t("modals.anonymous_closed_title")} actions={ask}>
      {t("modals.anonymous_closed", { name })}
    </Message>
  );
}

function StartTalk() {
  const { t, locale } = useTexts();
  const invite = useInvite();
  const signed_in = useCurrentUser() !== undefined;
  if (!signed_in) {
    return (
      <Button wide onClick={invite}>
        {t("modals.anonymous_send")}
      </Button>
    );
  }
  return (
    <Link to="/$locale/me/talks" params={{ locale }} className={buttonClass({ wide: true })}>
      {t("modals.anonymous_send")}
    </Link>
  );
}
