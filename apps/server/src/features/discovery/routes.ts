import type { FastifyInstance } from "fastify";
import type { Services } from "#platform/services.ts";
import { mountFeeds } from "./routes/feeds.ts";
import { mountSitemap } from "./routes/sitemap.ts";
import { mountStaticDocuments } from "./routes/static-documents.ts";

/** Serves what crawlers, browsers, feed readers and other programs look for at known addresses. */
export function mountDiscovery(app: FastifyInstance, services: Services): void {
  mountStaticDocuments(app, services);
  mountSitemap(app, services);
  mountFeeds(app, services);
}
