import type { ReactNode } from "react";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { useAreAdsPaused } from "#lib/page/ad-pause.ts";
import { useSite } from "#lib/page/use-site.ts";
import { defineLazyModule, useOptionalModule } from "#ui/lazy-module.ts";
import { useIsModalOpen } from "#widgets/modals/modal-host.tsx";
import { ReaderAdSlot } from "./reader-ad-slot.tsx";

const floatingAds = defineLazyModule(
  async () => (await import("#features/ads/components/floating-ads.tsx")).FloatingAds,
);

const floatingSlots: readonly string[] = ["overlay", "footer_overlay"];

/** The overlays of a page that everybody can read. They are loaded only if the operator has stored a tag for one. */
export function ReadingOverlays() {
  const { ad_slots } = useSite();
  const isAdFree = useCurrentUser()?.is_ad_free ?? false;
  const isModalOpen = useIsModalOpen();
  const isPaused = useAreAdsPaused();
  const isWanted =
    !isAdFree && !isPaused && ad_slots.some(({ slot }) => floatingSlots.includes(slot));
  const Ads = useOptionalModule(floatingAds, isWanted);
  return isWanted && Ads && <Ads isModalOpen={isModalOpen} />;
}

/** The advertisements of a page that everybody can read: above and below its content, and over it. */
export function ReadingAds({ children }: { children: ReactNode }) {
  return (
    <>
      <ReaderAdSlot slot="header_promo" />
      <div className="contents">{children}</div>
      <div className="mt-6 empty:hidden">
        <ReaderAdSlot slot="footer_promo" />
      </div>
      <ReadingOverlays />
    </>
  );
}
