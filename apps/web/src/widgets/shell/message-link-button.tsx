import { useLocation } from "@tanstack/react-router";
import { MessageCircleHeart } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { type SharedPage, useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { areMessagesAvailable } from "#lib/page/available-features.ts";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";

/**
 * On narrow screens, a round button on the account's own pages that opens X to post the link that asks for
 * messages.
 */
export function MessageLinkButton() {
  const { locale } = useTexts();
  const user = useCurrentUser();
  const path = useLocation({ select: ({ pathname }) => pathname.slice(locale.length + 1) });
  // The button would cover the long text of /me/privacy, and /me/ready has its own buttons to share.
  if (path === "/me/privacy" || path === "/me/ready") return null;
  if (!areMessagesAvailable) return null;
  if (!user || !(path.startsWith("/me/") || path === `/${user.account}`)) return null;
  return <RoundButton account={user.account} />;
}

function RoundButton({ account }: { account: string }) {
  const { t } = useTexts();
  const { postUrl } = useSharing(useMessageLink(account));
  if (postUrl === undefined) return null;
  return (
    <section
      aria-label={t("modals.request_title")}
      className="fixed right-4 bottom-[calc(var(--nav)+1rem+env(safe-area-inset-bottom))] z-20 rounded-full shadow-e3 transition-[bottom] duration-320 ease-calm md:bottom-8 xl:hidden"
    >
      <IconButton
        variant="outline"
        size="lg"
        label={t("modals.request_message")}
        icon={<MessageCircleHeart size={26} />}
        render={<a href={postUrl} target="_blank" rel="noopener noreferrer" />}
      />
    </section>
  );
}

/** The link of `MessageLinkButton` as a labelled button, in the rail of wide screens. */
export function MessageLink() {
  const user = useCurrentUser();
  return areMessagesAvailable && user && <WideButton account={user.account} />;
}

function WideButton({ account }: { account: string }) {
  const { t } = useTexts();
  const { postUrl } = useSharing(useMessageLink(account));
  if (postUrl === undefined) return null;
  return (
    <a
      href={postUrl}
      target="_blank"
      rel="noopener noreferrer"
      className={buildButtonClass({ variant: "outline", isWide: true })}
    >
      <MessageCircleHeart size={20} aria-hidden="true" />
      {t("modals.request_short")}
    </a>
  );
}

/** Returns the path of a profile that asks its reader to write a message, and the text to post with it. */
export function useMessageLink(account: string): SharedPage {
  const { t, locale } = useTexts();
  return { path: `/${locale}/${account}?message=1`, text: t("modals.request_text") };
}
