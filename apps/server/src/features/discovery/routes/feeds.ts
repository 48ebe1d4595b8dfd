import { createHash } from "node:crypto";
import { isLocale } from "@toibako/contract/locales.ts";
import type { FastifyInstance } from "fastify";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { findCurrentHandle } from "../../accounts/queries/handles.ts";
import { createFeed } from "../documents/feed.ts";
import { findFeed } from "../queries.ts";

/** Serves the Atom feed of each profile, the same for every reader. */
export function mountFeeds(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  app.get<{ Params: { locale: string; account: string } }>(
    "/:locale/:account/feed.atom",
    { schema: { hide: true } },
    async ({ params: { locale, account }, headers }, reply) => {
      if (!isLocale(locale)) throw new Failure("not_found");
      const feed = await findFeed(db, account);
      if (!feed) {
        const current = await findCurrentHandle(services, account);
        if (current === undefined) throw new Failure("not_found");
        return reply.redirect(`/${locale}/${current}/feed.atom`, 302);
      }
      const xml = createFeed(config.public_url, locale, feed);
      const etag = `"${createHash("sha256").update(xml).digest("base64url").slice(0, 22)}"`;
      reply.header("etag", etag).header("cache-control", "public, max-age=300");
      if (headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      return reply.type("application/atom+xml; charset=utf-8").send(xml);
    },
  );
}
