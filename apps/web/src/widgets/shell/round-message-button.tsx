import { MessageCircleHeart } from "lucide-react";
import { useRef } from "react";
import { useIsInTheWay } from "#lib/browser/use-is-in-the-way.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useMessageRequest } from "./message-request.ts";

/**
 * Opens X to post the link that asks for messages, or for an account without a linked X the modal with all ways to share
 * it. It gives way to a reader who scrolls down, and to what can be read or pressed below it.
 */
export function RoundMessageButton({ account }: { account: string }) {
  const { t } = useTexts();
  const { postUrl, openModal } = useMessageRequest(account);
  const section = useRef<HTMLElement>(null);
  const isInTheWay = useIsInTheWay(section);
  const look = { variant: "outline", size: "lg", icon: <MessageCircleHeart size={26} /> } as const;
  return (
    <section
      ref={section}
      data-hidden={isInTheWay || undefined}
      aria-label={t("modals.request_title")}
      className="fixed right-4 bottom-[calc(var(--nav)+1rem+env(safe-area-inset-bottom))] z-20 rounded-full shadow-e3 transition-[bottom,opacity,visibility] duration-320 ease-calm beside-form:hidden beside-share:hidden data-hidden:invisible data-hidden:opacity-0 md:bottom-8 xl:hidden"
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
