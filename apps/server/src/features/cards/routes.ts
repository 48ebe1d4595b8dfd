import { isLocale } from "@toibako/contract/locales.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Failure } from "#platform/failure.ts";
import type { Cards } from "./commands.ts";

const hidden = { schema: { hide: true } };

/** Serves the pictures: a question's, a profile's, the site's. */
export function mountCards(app: FastifyInstance, cards: Cards): void {
  app.get<{ Params: { uuid: string } }>(
    "/cards/questions/:uuid.png",
    hidden,
    async (request, reply) => {
      const viewer_pk = request.viewer.user?.pk ?? 0;
      const picture = await cards.question(request.params.uuid, viewer_pk);
      if (!picture) throw new Failure("not_found");
      return send(
        reply,
        picture.png,
        picture.is_public ? "public, max-age=86400" : "private, no-store",
      );
    },
  );

  app.get<{ Params: { locale: string; account: string } }>(
    "/cards/profiles/:locale/:account.png",
    hidden,
    async ({ params }, reply) => {
      if (!isLocale(params.locale)) throw new Failure("not_found");
      const png = await cards.profile(params.account, params.locale);
      if (!png) throw new Failure("not_found");
      return send(reply, png, "public, max-age=3600");
    },
  );

  app.get<{ Params: { locale: string } }>(
    "/cards/site/:locale.png",
    hidden,
    async ({ params }, reply) => {
      if (!isLocale(params.locale)) throw new Failure("not_found");
      return send(reply, await cards.site(params.locale), "public, max-age=86400");
    },
  );
}

function send(reply: FastifyReply, png: Buffer, cache: string): FastifyReply {
  return reply
    .type("image/png")
    .header("cache-control", cache)
    .header("content-security-policy", "sandbox; default-src 'none'")
    .send(png);
}
