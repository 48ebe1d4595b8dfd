import { adFramePath } from "@toibako/contract/ads/frame.ts";
import { readPublicPath } from "@toibako/contract/ads/public-path.ts";
import { adSlots } from "@toibako/contract/ads/slots.ts";
import { getAdTags } from "@toibako/contract/ads.ts";
import type { FastifyInstance } from "fastify";
import type { Config } from "#platform/config.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { buildFrameMarkup, createFrameDocument, createFrameHeaders } from "./frame.ts";
import { findShownTag, isSpared } from "./queries.ts";

export const routes = [
  implement(getAdTags, async ({ services, viewer: { user }, query: { slot }, request }) => {
    const shown = await findShownTag(services, slot, request.headers["user-agent"] ?? "");
    if (!shown || (user && (await isSpared(services, user)))) return { body: { ad_tags: [] } };
    return { body: { ad_tags: [shown.tag] } };
  }),
];

/** Paths that the host of `ADS_ORIGIN` serves. */
const adsHostPaths = /^\/(ads\/frame|healthz|readyz)\/?(\?|$)/;
const framePath = /^\/ads\/frame\/?(\?|$)/;

/**
 * If frames have a host of their own, refuses all other paths on it, and frames on the site's host. Must be called before
 * the hook that sends cached pages.
 */
export function separateAdsHost(
  app: FastifyInstance,
  { ads_origin }: Pick<Config, "ads_origin">,
): void {
  if (ads_origin === undefined) return;
  const { host } = new URL(ads_origin);
  app.addHook("onRequest", (request, reply, done) => {
    const isServed =
      request.host === host ? adsHostPaths.test(request.url) : !framePath.test(request.url);
    if (isServed) done();
    else reply.code(404).type("text/plain; charset=utf-8").send("Not found\n");
  });
}

/** The query of a frame: a slot and the public paths that a network is told, or `preview=1`. */
type FrameQuery = Record<"slot" | "page" | "referrer" | "preview", unknown>;

/**
 * Serves the documents of frames, which read no cookie: they depend on the slot, the platform of the user agent and the public
 * paths in the query, not on the reader. Pages decide who sees them. The document of a preview is empty, and gets its markup from the page that frames it.
 */
export function mountAdFrames(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const headers = createFrameHeaders(config);
  const formatAddress = (text: unknown) => {
    const path = readPublicPath(text);
    return path && config.public_url + path;
  };
  app.get<{ Querystring: FrameQuery }>(
    adFramePath,
    { schema: { hide: true } },
    async ({ query, headers: { "user-agent": user_agent = "" } }, reply) => {
      const slot = adSlots.find((known) => known === query.slot);
      const shown = slot && (await findShownTag(services, slot, user_agent));
      if (query.preview !== "1" && (!shown || shown.tag.tag_type === "none"))
        throw new Failure("not_found");
      const addresses = {
        page_url: formatAddress(query.page),
        referrer: formatAddress(query.referrer),
      };
      const markup =
        query.preview === "1" || !shown ? "" : buildFrameMarkup(shown, config, addresses);
      return reply
        .removeHeader("x-frame-options")
        .headers(headers)
        .type("text/html; charset=utf-8")
        .send(createFrameDocument(markup));
    },
  );
}
