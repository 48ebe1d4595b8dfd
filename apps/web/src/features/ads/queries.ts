import { adFramePath } from "@toibako/contract/ads/frame.ts";
import { readPublicPath } from "@toibako/contract/ads/public-path.ts";
import { type AdSlot, isNativeAdSlot } from "@toibako/contract/ads/slots.ts";
import { getAdTags } from "@toibako/contract/ads.ts";
import { api } from "#lib/http/client.ts";

/** The tag of a slot. It is asked for once, and again after the reader has joined or left a community. */
export const adTagsQuery = (slot: AdSlot) => ({
  ...api.query(getAdTags, { query: { slot } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The address of the document that shows the tag of a slot. Only native units are told the page and the page before it. */
export function buildFrameUrl(origin: string | null, slot: AdSlot): string {
  const query = new URLSearchParams({
    slot,
    ...(isNativeAdSlot(slot) && {
      page: readPublicPath(location.pathname),
      referrer: readPublicPath(readOwnReferrer()),
    }),
  });
  return `${origin ?? ""}${adFramePath}?${query}`;
}

/** The path of the page before this one; empty if it is of another site. */
function readOwnReferrer(): string {
  if (!URL.canParse(document.referrer)) return "";
  const { origin, pathname } = new URL(document.referrer);
  return origin === location.origin ? pathname : "";
}

/** The address of the empty document of a preview. */
export const buildPreviewUrl = (origin: string | null): string =>
  `${origin ?? ""}${adFramePath}?preview=1`;
