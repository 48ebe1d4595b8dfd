import type { AdSlot as Slot } from "@toibako/contract/ads/slots.ts";
import { type ReactNode, useState } from "react";
import { useAreAdsPaused } from "#lib/page/ad-pause.ts";
import { useSite } from "#lib/page/use-site.ts";
import { defineLazyModule, useOptionalModule } from "#ui/lazy-module.ts";
import { AdRoom } from "./ad-room.tsx";

const slotAd = defineLazyModule(async () => (await import("./slot-ad.tsx")).SlotAd);

interface AdSlotProps {
  slot: Slot;
  /** Whether the reader sees no advertising of others. */
  isAdFree: boolean;
  /** The site's own banner, shown if there is no advertisement. */
  house?: ReactNode;
}

/**
 * A slot in the page for an advertisement. It reserves the room of the frame, so that nothing moves when the frame comes. If
 * the operator has stored no tag for it, it loads nothing.
 */
export function AdSlot({ slot, isAdFree, house = null }: AdSlotProps) {
  const tagged = useSite().ad_slots.find((known) => known.slot === slot);
  const isPaused = useAreAdsPaused();
  const [isBlocked, setIsBlocked] = useState(false);
  const isShown = tagged && !tagged.is_empty && !isAdFree;
  const Ad = useOptionalModule(slotAd, Boolean(isShown) && !isPaused, () => setIsBlocked(true));
  if (tagged?.is_empty) return null;
  if (!isShown) return house;
  const room = { slot, height: tagged.height, house };
  if (Ad && !isPaused) return <Ad {...room} />;
  return <AdRoom {...room} hasAd={!isPaused && !isBlocked} />;
}
