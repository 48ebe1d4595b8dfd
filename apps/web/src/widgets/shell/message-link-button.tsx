import { useLocation } from "@tanstack/react-router";
import { MessageCircleHeart } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { defineLazyModule, useOptionalModule } from "#ui/lazy-module.ts";
import { useMessageRequest } from "./message-request.ts";

/** Pages are complete without it, and visitors never need it. */
const roundButton = defineLazyModule(
  async () => (await import("./round-message-button.tsx")).RoundMessageButton,
);

/** On narrow screens, a round button on the account's own pages that asks for messages. */
export function MessageLinkButton() {
  const { locale } = useTexts();
  const user = useCurrentUser();
  const path = useLocation({ select: ({ pathname }) => pathname.slice(locale.length + 1) });
  const isConversation = /^\/me\/(talks|group_talks)\//.test(path);
  // The button would cover the long text of /me/privacy and the field of a conversation, and /me/ready has buttons to share.
  const isShown =
    path !== "/me/privacy" &&
    path !== "/me/ready" &&
    !isConversation &&
    user !== undefined &&
    (path.startsWith("/me/") || path === `/${user.account}`);
  const RoundButton = useOptionalModule(roundButton, isShown);
  return isShown && RoundButton && <RoundButton account={user.account} />;
}

/** `MessageLinkButton` as a labelled button, in the rail of wide screens. */
export function MessageLink() {
  const user = useCurrentUser();
  return user && <WideButton account={user.account} />;
}

function WideButton({ account }: { account: string }) {
  const { t } = useTexts();
  const { postUrl, openModal } = useMessageRequest(account);
  const content = (
    <>
      <MessageCircleHeart size={20} aria-hidden="true" />
      {t("modals.request_short")}
    </>
  );
  if (postUrl === undefined) {
    return (
      <Button variant="outline" isWide onClick={openModal}>
        {content}
      </Button>
    );
  }
  return (
    <a
      href={postUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={buildButtonClass({ variant: "outline", isWide: true })}
    >
      {content}
    </a>
  );
}
