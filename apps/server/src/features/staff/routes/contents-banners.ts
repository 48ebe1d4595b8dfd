import {
  getEditedBanner,
  listEditedBanners,
  saveBanner as saveBannerEndpoint,
} from "@toibako/contract/staff/contents/banners.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { saveBanner } from "../../banners/commands.ts";
import { findEdited, listEdited } from "../../banners/queries.ts";

export const bannerContentRoutes = [
  implement(listEditedBanners, async ({ services, locale, query }) => ({
    body: await listEdited(services.db, locale, query.after),
  })),

  implement(getEditedBanner, async ({ services, params }) => {
    const banner = await findEdited(services.db, params.id);
    if (!banner) throw new Failure("not_found");
    return { body: { banner } };
  }),

  implement(saveBannerEndpoint, async ({ services, viewer, params, body }) => ({
    body: { banner: await saveBanner(services, viewer.user.pk, params.id, body) },
  })),
];
