import { useLocation } from "@tanstack/react-router";
import { MessageCircleHeart } from "lucide-react";
import { useRef } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useCoversAction } from "#lib/browser/use-covers-action.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useModal } from "#widgets/modals/modal-host.tsx";
import { useMessageLink } from "./message-link.ts";

/**
 * On narrow screens, a round button on the account's own pages that asks for messages: it opens X to post the link, or
 * for an account without a linked X the modal with all ways to share it. It gives way to what can be pressed below it.
 */
export function MessageLinkButton() {
  const { locale } = useTexts();
  const user = useCurrentUser();
  const path = useLocation({ select: ({ pathname }) => pathname.slice(locale.length + 1) });
  const isConversation = /^\/me\/(talks|group_talks)\//.test(path);
  // The button would cover the long text of /me/privacy and the field of a conversation, and /me/ready has buttons to share.
  if (path === "/me/privacy" || path === "/me/ready" || isConversation) return null;
  if (!user || !(path.startsWith("/me/") || path === `/${user.account}`)) return null;
  return <RoundButton account={user.account} />;
}

function RoundButton({ account }: { account: string }) {
  const { t } = useTexts();
  const { postUrl, openModal } = useMessageRequest(account);
  const section = useRef<HTMLElement>(null);
  const isCovering = useCoversAction(section);
  const look = { variant: "outline", size: "lg", icon: <MessageCircleHeart size={26} /> } as const;
  return (
    <section
      ref={section}
      data-covering={isCovering || undefined}
      aria-label={t("modals.request_title")}
      className="fixed right-4 bottom-[calc(var(--nav)+1rem+env(safe-area-inset-bottom))] z-20 rounded-full shadow-e3 transition-[bottom,opacity,visibility] duration-320 ease-calm beside-form:hidden beside-share:hidden data-covering:invisible data-covering:opacity-0 md:bottom-8 xl:hidden"
    >
      {postUrl === undefined ? (
        <IconButton {...look} label={t("modals.request_short")} onClick={openModal} />
      ) : (
        <IconButton
          {...look}
          label={t("modals.request_message")}
          render={<a href={postUrl} target="_blank" rel="noopener noreferrer" />}
        />
      )}
    </section>
  );
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

/** The address of X's page for the post that asks for messages, for accounts with a linked X; others open a modal. */
function useMessageRequest(account: string) {
  const modal = useModal();
  const isXLinked = useCurrentUser()?.provider.includes("twitter") ?? false;
  const { postUrl } = useSharing(useMessageLink(account));
  return {
    postUrl: isXLinked ? postUrl : undefined,
    openModal: () => modal.open("share_message_link", { account }),
  };
}
