import { cardFormats, cardThemes, postOgpImage } from "@toibako/contract/cards.ts";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { findStamp } from "../stamps/groups.ts";
import { type Cards, type Picture, type QuestionCard, redrawProfile } from "./commands.ts";
import { asEverybody } from "./queries.ts";

export const routes = (cards: Cards) => [
  implement(postOgpImage, async ({ viewer, services, locale }) => {
    const image_url = await redrawProfile(services, cards, viewer.user.pk, locale);
    services.bus.publish("pages", { paths: [`/${viewer.user.account}`] });
    return { body: { image_url } };
  }),
];

interface Named {
  uuid: string;
  locale: string;
  account: string;
  id: string;
  theme: string;
}

// Asked about each time, and answered without the picture while it is the same: what was deleted or
// looks otherwise now is seen nowhere any more.
const asked = "public, no-cache";
const lasting = "public, max-age=86400";

/** Serves the pictures: a question's, a profile's, a stamp's, a theme's, the site's. */
export function mountCards(app: FastifyInstance, cards: Cards): void {
  const mount = (
    path: string,
    cache: string,
    find: (named: Named, request: FastifyRequest) => Promise<Picture | undefined>,
  ) => {
    app.get<{ Params: Named }>(path, { schema: { hide: true } }, async (request, reply) => {
      const picture = await find(request.params, request);
      if (!picture) throw new Failure("not_found");
      return send(request, reply, picture, picture.is_public ? cache : "private, no-store");
    });
  };
  const question =
    (which: QuestionCard) =>
    (named: Named, { viewer, query }: FastifyRequest) =>
      cards.question(named.uuid, asEverybody in (query as object) ? undefined : viewer.user, which);

  mount("/cards/questions/:uuid.png", asked, question("wide"));
  mount("/cards/questions/:uuid.tall.png", asked, question("tall"));
  mount("/cards/questions/:uuid.answer.png", asked, question("answer"));
  mount("/cards/profiles/:locale/:account.png", asked, ({ locale, account }) =>
    cards.profile(account, known(locale)),
  );
  mount("/cards/stamps/:locale/:id.png", lasting, async ({ locale, id }) =>
    findStamp(id) ? cards.stamp(id, known(locale)) : undefined,
  );
  for (const format of cardFormats) {
    mount(`/cards/themes/:locale/:theme.${format}.png`, lasting, async ({ locale, theme }) => {
      const one = cardThemes.find((name) => name === theme);
      return one && cards.theme(one, format, known(locale));
    });
  }
  mount("/cards/site/:locale.png", lasting, async ({ locale }) => cards.site(known(locale)));
}

function known(locale: string): Locale {
  if (!isLocale(locale)) throw new Failure("not_found");
  return locale;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: Picture,
  cache: string,
): Promise<FastifyReply> {
  reply.header("cache-control", cache);
  reply.header("content-security-policy", "sandbox; default-src 'none'");
  if (picture.is_public) {
    const etag = `"${picture.look}"`;
    reply.header("etag", etag);
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  }
  return reply.type("image/png").send(await picture.png());
}
