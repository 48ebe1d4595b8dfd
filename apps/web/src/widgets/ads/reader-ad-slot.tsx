import type { AdSlot as Slot } from "@toibako/contract/ads/slots.ts";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { AdSlot } from "#features/ads/components/ad-slot.tsx";

interface AdPlaceProps {
  slot: Slot;
  /** The site's own banner, which fills the place without an advertisement. */
  house?: ReactNode;
}

/** A place for an advertisement, which nobody under 18 and nobody with the plan sees. */
export function AdPlace({ slot, house }: AdPlaceProps) {
  return <AdSlot slot={slot} isAdFree={useCurrentUser()?.is_ad_free ?? false} house={house} />;
}
