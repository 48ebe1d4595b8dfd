import { useLocation } from "@tanstack/react-router";
import { MessageCircleHeart } from "lucide-react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { useRequestLink } from "./request-link.ts";

/** Floats above the bottom navigation on one's own pages, where nothing has to be filled in. */
export function RequestButton() {
  const { locale } = useTexts();
  const user = useCurrentUser();
  const path = useLocation({ select: ({ pathname }) => pathname.slice(locale.length + 1) });
  if (!user || !(path.startsWith("/me/") || path === `/${user.account}`)) return null;
  return <Round account={user.account} />;
}

function Round({ account }: { account: string }) {
  const { t } = useTexts();
  const { tweet } = useSharing(useRequestLink(account));
  if (tweet === undefined) return null;
  return (
    <section
      aria-label={t("modals.request_title")}
      className="fixed right-4 bottom-[calc(var(--nav)+1rem+var(--balloon,0px)+env(safe-area-inset-bottom))] z-20 rounded-full shadow-e3 transition-[bottom] duration-320 ease-calm lg:bottom-8 xl:hidden"
    >
      <IconButton
        variant="outline"
        size="lg"
        label={t("modals.request_message")}
        icon={<MessageCircleHeart size={26} />}
        render={<a href={tweet} target="_blank" rel="noopener noreferrer" />}
      />
    </section>
  );
}

/** The same with its words, below the destinations of wide screens. */
export function RequestLink() {
  const user = useCurrentUser();
  return user && <Wide account={user.account} />;
}

function Wide({ account }: { account: string }) {
  const { t } = useTexts();
  const { tweet } = useSharing(useRequestLink(account));
  if (tweet === undefined) return null;
  return (
    <a
      href={tweet}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: "outline", wide: true })}
    >
      <MessageCircleHeart size={20} aria-hidden="true" />
      {t("modals.request_short")}
    </a>
  );
}
