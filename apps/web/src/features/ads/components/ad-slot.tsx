import type { AdSlot as Slot } from "@toibako/contract/ads/slots.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useAreAdsPaused } from "#lib/page/ad-pause.ts";
import { useSite } from "#lib/page/use-site.ts";
import { defineLazyModule, useOptionalModule } from "#ui/lazy-module.ts";

const placedAd = defineLazyModule(async () => (await import("./placed-ad.tsx")).PlacedAd);

interface AdSlotProps {
  slot: Slot;
  /** Whether the reader sees no advertising of others. */
  isAdFree: boolean;
  /** The site's own banner, shown if there is no advertisement. */
  house?: ReactNode;
}

/**
 * A place in the page for an advertisement. It reserves the room of the frame, so that nothing moves when the frame comes. If
 * the operator has stored no tag for it, it loads nothing.
 */
export function AdSlot({ slot, isAdFree, house = null }: AdSlotProps) {
  const { t } = useTexts();
  const place = useSite().ad_slots.find((stored) => stored.slot === slot);
  const isPaused = useAreAdsPaused();
  const isShown = place !== undefined && !place.is_empty && !isAdFree;
  const Ad = useOptionalModule(placedAd, isShown && !isPaused);
  if (place?.is_empty) return null;
  if (!isShown) return house;
  const { height } = place;
  const label = <p className="text-center text-xs text-ink-2">{t("ads.label")}</p>;
  // Also while it is loading: the height of the label and of the frame.
  return (
    <div
      data-ad-slot={slot}
      className="mb-5 grid grid-cols-[minmax(0,1fr)] content-start gap-1 overflow-hidden"
      style={{ minHeight: `calc(${height}px + 1.375rem)` }}
    >
      {Ad && !isPaused ? <Ad slot={slot} label={label} house={house} /> : label}
    </div>
  );
}
