import { type Banner, getBanner, maxClosedBanners } from "@toibako/contract/banners.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { readIds, storeIds } from "#lib/browser/seen-ids.ts";
import { api } from "#lib/http/client.ts";

/** The names in the browser's storage of the day of the last banner, and of the closed banners. */
export const lastBannerKey = "last_banner";
const closedBannersKey = "closed_banners";

/** A banner to show: with a title, as a customised modal. */
export type ShownBanner = Pick<
  Banner,
  | "alternative_text"
  | "modal_title"
  | "modal_description"
  | "modal_background_color"
  | "modal_text_color"
> & {
  id: string;
  banner_image_uri: string;
  still_image_uri: string;
  banner_target_uri: string;
  media_kind: "picture" | "video";
  width: number;
  height: number;
};

/** Asks for the banner to show now, other than those that this browser has closed. */
export function bannerQuery(locale: Locale) {
  const closed = readIds(closedBannersKey).slice(-maxClosedBanners).join(",");
  return {
    ...api.query(getBanner, { query: { locale, ...(closed && { closed }) } }),
    retry: false,
  };
}

/** The banner of a reply, if one is to be shown. */
export const findShown = (banner: Banner | undefined): ShownBanner | undefined =>
  banner?.should_show ? (banner as ShownBanner) : undefined;

/** Remembers in this browser that a banner was closed, so that it isn't shown again. */
export const rememberClosed = (id: string): void => storeIds(closedBannersKey, [id]);
