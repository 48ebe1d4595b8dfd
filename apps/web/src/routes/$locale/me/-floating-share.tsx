import { useSyncExternalStore } from "react";
import { useSharing } from "#features/shares/components/sharing.tsx";
import { useTexts } from "#lib/i18n.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { XMark } from "#ui/marks/x.tsx";

/** Pixels of scroll after which it comes up. */
const threshold = 800;

/** Shares one's own link on X; there once the page's own ways to share have scrolled away. */
export function FloatingShare({ account }: { account: string }) {
  const { t, locale } = useTexts();
  const shown = useSyncExternalStore(onScroll, isBelow, () => false);
  const { tweet } = useSharing({ path: `/${locale}/${account}`, text: t("shares.own_text") });
  if (tweet === undefined) return null;
  return (
    <div
      data-shown={shown || undefined}
      className="invisible fixed right-4 bottom-[calc(var(--nav)+5.25rem+var(--balloon,0px)+env(safe-area-inset-bottom))] z-20 translate-y-4 rounded-full opacity-0 shadow-e3 transition-[opacity,translate,visibility,bottom] duration-320 ease-calm data-shown:visible data-shown:translate-y-0 data-shown:opacity-100 lg:bottom-26 xl:bottom-8"
    >
      <IconButton
        variant="outline"
        size="lg"
        label={t("shares.post_to_x")}
        icon={<XMark size={22} />}
        render={<a href={tweet} target="_blank" rel="noopener noreferrer" />}
      />
    </div>
  );
}

function onScroll(changed: () => void) {
  addEventListener("scroll", changed, { passive: true });
  return () => removeEventListener("scroll", changed);
}

function isBelow(): boolean {
  return scrollY > threshold;
}
