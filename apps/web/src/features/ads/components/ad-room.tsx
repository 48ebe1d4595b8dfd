import type { AdSlot } from "@toibako/contract/ads/slots.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";

export interface AdRoomProps {
  slot: AdSlot;
  /** Of the frame, in pixels. */
  height: number;
  /** The site's own banner, which is shown without an advertisement. */
  house: ReactNode;
  /** Whether there is an advertisement, or may be soon. */
  hasAd: boolean;
  /** The frame. */
  children?: ReactNode;
}

/** The room of a slot: as high as the frame with its label and as the site's own banner, so that nothing moves when one leaves. */
export function AdRoom({ slot, height, house, hasAd, children }: AdRoomProps) {
  const { t } = useTexts();
  return (
    <div data-ad-slot={slot} className="grid grid-cols-[minmax(0,1fr)] *:col-start-1 *:row-start-1">
      <div
        className="mb-5 grid grid-cols-[minmax(0,1fr)] content-start gap-1 overflow-hidden"
        style={{ minHeight: `calc(${height}px + 1.375rem)` }}
      >
        {hasAd && (
          <>
            <p className="text-center text-xs text-ink-2">{t("ads.label")}</p>
            {children}
          </>
        )}
      </div>
      {/* Above the frame's empty room, so that it can be pressed. */}
      {house && <div className={hasAd ? "invisible" : ""}>{house}</div>}
    </div>
  );
}
