import type { AdSlot as Slot } from "@toibako/contract/ads/slots.ts";
import { type ReactNode, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useAreAdsPaused } from "#lib/page/ad-pause.ts";
import { useSite } from "#lib/page/use-site.ts";
import { defineLazyModule, useOptionalModule } from "#ui/lazy-module.ts";

const slotAd = defineLazyModule(async () => (await import("./slot-ad.tsx")).SlotAd);

interface AdSlotProps {
  slot: Slot;
  /** Whether the reader sees no advertising of others. */
  isAdFree: boolean;
  /** The site's own banner, shown if there is no advertisement. */
  house?: ReactNode;
}

/**
 * A slot in the page for an advertisement. It reserves the room of the frame and of the site's own banner, so that nothing
 * moves when one replaces the other. If the operator has stored no tag for it, it loads nothing.
 */
export function AdSlot({ slot, isAdFree, house = null }: AdSlotProps) {
  const { t } = useTexts();
  const tagged = useSite().ad_slots.find((known) => known.slot === slot);
  const isPaused = useAreAdsPaused();
  const [isMissing, setIsMissing] = useState(false);
  const isShown = tagged && !tagged.is_empty && !isAdFree;
  const Ad = useOptionalModule(slotAd, Boolean(isShown) && !isPaused, () => setIsMissing(true));
  if (tagged?.is_empty) return null;
  if (!isShown) return house;
  const hasAd = !isPaused && !isMissing;
  return (
    <div data-ad-slot={slot} className="grid grid-cols-[minmax(0,1fr)] *:col-start-1 *:row-start-1">
      <div
        className="mb-5 grid grid-cols-[minmax(0,1fr)] content-start gap-1 overflow-hidden"
        style={{ minHeight: `calc(${tagged.height}px + 1.375rem)` }}
      >
        {hasAd && <p className="text-center text-xs text-ink-2">{t("ads.label")}</p>}
        {Ad && !isPaused && <Ad slot={slot} onMissing={setIsMissing} />}
      </div>
      {/* Above the room of the frame, so that it can be pressed. */}
      {house && <div className={hasAd ? "invisible" : ""}>{house}</div>}
    </div>
  );
}
