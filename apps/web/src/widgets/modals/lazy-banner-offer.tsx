import { useSite } from "#lib/page/use-site.ts";
import { defineLazyModule, useOptionalModule } from "#ui/lazy-module.ts";

const bannerOffer = defineLazyModule(async () => (await import("./banner-offer.tsx")).BannerOffer);

/** Shows the banner of now, if staff show one. Pages of a site without banners neither load nor fetch anything. */
export function LazyBannerOffer() {
  const Offer = useOptionalModule(bannerOffer, useSite().has_banners);
  return Offer && <Offer />;
}
