import type { AdSlot as Slot } from "@toibako/contract/ads/slots.ts";
import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { AdSlot } from "#features/ads/components/ad-slot.tsx";

interface ReaderAdSlotProps {
  slot: Slot;
  /** The site's own banner, which fills the slot without an advertisement. */
  house?: ReactNode;
}

/** A slot for an advertisement, which nobody under 18 and nobody with the plan sees. */
export function ReaderAdSlot({ slot, house }: ReaderAdSlotProps) {
  return <AdSlot slot={slot} isAdFree={useCurrentUser()?.is_ad_free ?? false} house={house} />;
}
