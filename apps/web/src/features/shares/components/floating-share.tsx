import { useSyncExternalStore } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { useSharing } from "./sharing.tsx";

/** Pixels of scroll after which the button appears. */
const scrollThreshold = 800;

/** A button that opens X's own page to post the account's link; shown after scrolling down. */
export function FloatingShare({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const isShown = useSyncExternalStore(subscribeToScroll, isScrolled, () => false);
  const { postUrl } = useSharing({ path: `/${locale}/${account}`, text: t("shares.own_text") });
  if (postUrl === undefined) return null;
  return (
    <div
      data-shown={isShown || undefined}
      className="invisible fixed right-4 bottom-[calc(var(--nav)+5.25rem+env(safe-area-inset-bottom))] z-20 translate-y-4 rounded-full opacity-0 shadow-e3 transition-[opacity,translate,visibility,bottom] duration-320 ease-calm data-shown:visible data-shown:translate-y-0 data-shown:opacity-100 lg:bottom-26 xl:bottom-8"
    >
      <IconButton
        variant="outline"
        size="lg"
        label={t("shares.post_to_x")}
        icon={<XMark size={22} />}
        render={<a href={postUrl} target="_blank" rel="noopener noreferrer" />}
      />
    </div>
  );
}

function subscribeToScroll(onChange: () => void) {
  addEventListener("scroll", onChange, { passive: true });
  return () => removeEventListener("scroll", onChange);
}

function isScrolled(): boolean {
  return scrollY > scrollThreshold;
}
