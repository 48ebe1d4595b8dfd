import { getBanner } from "@toibako/contract/banners.ts";
import { implement } from "#platform/http/endpoint.ts";
import { findShownBanner } from "./queries.ts";

export const routes = [
  implement(getBanner, async ({ services, viewer, query, locale }) => ({
    body: await findShownBanner(services.db, {
      locale: query.locale ?? locale,
      audience: viewer.user ? "user" : "visitor",
      closed: query.closed?.split(",") ?? [],
    }),
  })),
];
