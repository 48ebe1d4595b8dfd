import type { AdTag } from "@toibako/contract/ads.ts";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDismissedToday } from "#lib/browser/dismissal.ts";
import { isPageBusy } from "#lib/browser/page-busy.ts";
import { readStored, writeStored } from "#lib/browser/storage.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useSite } from "#lib/page/use-site.ts";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { Sheet } from "#ui/overlays/overlay.tsx";
import { ShownAd, useAdTag, useMountDelay } from "./slot-ad.tsx";

/** Key in the local storage. Its value is the day on which the overlay was last shown. */
const overlayKey = "overlay_ad";
/** Keys in the session storage: when the visit began, and whether the reader has closed the footer overlay. */
const visitKey = "visit_began_at";
const closedKey = "footer_ad_closed";

/** Milliseconds of a visit without the overlay. */
const quietTime = 60_000;

interface FloatingAdsProps {
  /** Whether a modal is open, over which nothing may be shown. */
  isModalOpen: boolean;
}

/** The overlay and the footer overlay of a page that everybody can read. */
export function FloatingAds({ isModalOpen }: FloatingAdsProps) {
  const { ad_slots } = useSite();
  const hasTag = (slot: string) =>
    ad_slots.some((tagged) => tagged.slot === slot && !tagged.is_empty);
  return (
    <>
      {hasTag("overlay") && <OverlayAd isModalOpen={isModalOpen} />}
      {hasTag("footer_overlay") && <FooterAd />}
    </>
  );
}

function isVisitNew(): boolean {
  const stored = Number(readStored("sessionStorage", visitKey) ?? Number.NaN);
  if (Number.isNaN(stored)) writeStored("sessionStorage", visitKey, String(Date.now()));
  return !(Date.now() - stored >= quietTime);
}

/** Opens once a day, two seconds after a page was opened, but not in the first minute of a visit or while the reader is busy. */
function OverlayAd({ isModalOpen }: FloatingAdsProps) {
  const { t } = useTexts();
  const anchor = useRef<HTMLDivElement>(null);
  const isDue = useMountDelay("overlay", anchor);
  const [isDismissed, dismiss] = useDismissedToday(overlayKey);
  const [isWanted, setIsWanted] = useState(false);
  const [isWelcome, setIsWelcome] = useState(false);
  const { tag, remove } = useAdTag("overlay", isWanted);
  useEffect(() => void isVisitNew(), []);
  const ask = useEffectEvent(() => setIsWanted(!isDismissed && !isVisitNew()));
  useEffect(() => {
    if (isDue) ask();
  }, [isDue]);
  const hasTag = tag !== undefined;
  const decide = useEffectEvent(() => setIsWelcome(!isModalOpen && !isPageBusy()));
  useEffect(() => {
    if (hasTag) decide();
  }, [hasTag]);
  const isOpen = hasTag && isWelcome && !isModalOpen;
  const remember = useEffectEvent(dismiss);
  useEffect(() => {
    if (isOpen) remember();
  }, [isOpen]);
  return (
    <>
      <div ref={anchor} hidden />
      <Sheet
        open={isOpen}
        onOpenChange={setIsWelcome}
        title={t("ads.label")}
        closeLabel={t("ads.close")}
      >
        {tag && (
          <div className="-mx-6 overflow-hidden">
            <ShownAd slot="overlay" tag={tag} onUnfit={remove} />
          </div>
        )}
      </Sheet>
    </>
  );
}

/** Stands at the lower edge of the screen, above the navigation, until the reader closes it. */
function FooterAd() {
  const anchor = useRef<HTMLDivElement>(null);
  const isDue = useMountDelay("footer_overlay", anchor);
  const [isClosed, setIsClosed] = useState(() => readStored("sessionStorage", closedKey) !== null);
  const { tag, version, remove } = useAdTag("footer_overlay", isDue && !isClosed);
  function close() {
    writeStored("sessionStorage", closedKey, "1");
    setIsClosed(true);
    // The button that had the focus is gone.
    document.getElementById("main")?.focus({ preventScroll: true });
  }
  return (
    <>
      <div ref={anchor} hidden />
      {tag && !isClosed && <FooterBar key={version} tag={tag} onUnfit={remove} onClose={close} />}
    </>
  );
}

interface FooterBarProps {
  tag: AdTag;
  onUnfit: () => void;
  onClose: () => void;
}

function FooterBar({ tag, onUnfit, onClose }: FooterBarProps) {
  const { t } = useTexts();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // The page leaves room for the bar, and what floats at the lower edge stands above it.
    const { style } = document.documentElement;
    style.setProperty("--foot", `${bar.current?.offsetHeight ?? 0}px`);
    return () => void style.removeProperty("--foot");
  }, []);
  return (
    <section
      ref={bar}
      aria-label={t("ads.label")}
      className="fixed inset-x-0 bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] z-20 border-t border-line bg-surface md:bottom-0 md:pb-[env(safe-area-inset-bottom)]"
    >
      <div className="absolute right-2 bottom-full flex items-center rounded-t-lg border border-b-0 border-line bg-surface pl-3">
        <span className="text-xs text-ink-2">{t("ads.label")}</span>
        <IconButton
          label={t("ads.close")}
          icon={<X size={20} aria-hidden="true" />}
          onClick={onClose}
        />
      </div>
      {/* However high the advertisement is, the button above it stays on the screen. */}
      <div className="max-h-[50svh] overflow-hidden">
        <ShownAd slot="footer_overlay" tag={tag} onUnfit={onUnfit} />
      </div>
    </section>
  );
}
