import { useRef, useSyncExternalStore } from "react";
import { useIsInTheWay } from "#lib/browser/use-is-in-the-way.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { XMark } from "#ui/marks/x.tsx";
import { useSharing } from "./sharing.tsx";

/** The button appears when the reader has scrolled down by this number of pixels, or to the end of the page. */
const scrollThreshold = 800;
/** Pixels above the end of the page that count as the end. */
const endMargin = 80;

/**
 * A button that opens X's page for a post with the account's link. It appears when the reader scrolls down, on a short
 * page at its end. It replaces the round button that asks for messages, and gives way to what can be pressed below it.
 */
export function FloatingShare({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const isShown = useSyncExternalStore(subscribeToScroll, isScrolled, () => false);
  const button = useRef<HTMLDivElement>(null);
  const isInTheWay = useIsInTheWay(button, { mayCoverTexts: true });
  const { postUrl } = useSharing({ path: `/${locale}/${account}`, text: t("shares.own_text") });
  if (postUrl === undefined) return null;
  return (
    <div
      ref={button}
      data-floating-share
      data-shown={(isShown && !isInTheWay) || undefined}
      className="invisible fixed right-4 bottom-[calc(var(--nav)+var(--foot,0px)+1rem+env(safe-area-inset-bottom))] z-20 beside-form:hidden translate-y-4 rounded-full opacity-0 shadow-e3 transition-[opacity,translate,visibility,bottom] duration-320 ease-calm data-shown:visible data-shown:translate-y-0 data-shown:opacity-100 md:bottom-8"
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
  // The page grows when its lists are loaded.
  const observer = new ResizeObserver(onChange);
  observer.observe(document.body);
  return () => {
    removeEventListener("scroll", onChange);
    observer.disconnect();
  };
}

function isScrolled(): boolean {
  const { scrollHeight } = document.documentElement;
  return scrollY > scrollThreshold || scrollY + innerHeight >= scrollHeight - endMargin;
}
