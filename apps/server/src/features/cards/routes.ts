import {
  type CardFormat,
  type CardTheme,
  cardFormats,
  cardThemes,
  drawingLimits,
  postOgpImage,
} from "@toibako/contract/cards.ts";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { appliesTo, countAgainstLimits, createLimiter } from "#platform/limits/limits.ts";
import type { Services } from "#platform/services.ts";
import { findCurrentHandle } from "../accounts/queries/handles.ts";
import { findOwnSender } from "../questions/queries/sender.ts";
import { findStamp } from "../stamps/queries.ts";
import { type Cards, type Picture, type QuestionCardVariant, renewShareImage } from "./commands.ts";
import { publicViewParameter } from "./queries.ts";

export const routes = (cards: Cards) => [
  implement(postOgpImage, async ({ viewer, services, locale }) => ({
    body: { image_url: await renewShareImage(services, cards, viewer.user.pk, locale) },
  })),
];

interface CardParameters {
  uuid: string;
  locale: string;
  account: string;
  id: string;
  theme: string;
}

// With `no-cache`, clients revalidate a picture each time, so that they never show a deleted or outdated picture.
const alwaysRevalidated = "public, no-cache";
const cachedForDay = `public, max-age=${secondsPerDay}`;

/** A redirect to the address of the picture under the account's current handle. */
interface Redirect {
  location: string;
}

/** Adds the routes that serve pictures of questions, profiles, rooms, stamps, themes and the site. */
export function mountCards(app: FastifyInstance, services: Services, cards: Cards): void {
  const countDrawing = createDrawingCounter(app, services);
  const mount = (
    path: string,
    cacheControl: string,
    find: (
      parameters: CardParameters,
      request: FastifyRequest,
    ) => Promise<Picture | Redirect | undefined>,
  ) => {
    app.get<{ Params: CardParameters }>(
      path,
      { schema: { hide: true } },
      async (request, reply) => {
        const picture = await find(request.params, request);
        if (!picture) throw new Failure("not_found");
        if ("location" in picture) return reply.redirect(picture.location, 302);
        reply.header("cache-control", picture.isPublic ? cacheControl : "private, no-store");
        return sendPicture(request, reply, picture, countDrawing);
      },
    );
  };
  const createQuestionFinder =
    (variant: QuestionCardVariant) =>
    async ({ uuid: uuid_hash }: CardParameters, { viewer, query }: FastifyRequest) => {
      const address = { uuid_hash, answer_id: readAnswerId(query) };
      const isPublicView = publicViewParameter in (query as object);
      const cardViewer = isPublicView ? "visitor" : (viewer.user ?? "visitor");
      const theme = readTheme(query);
      const picture = await cards.findQuestionPicture(address, cardViewer, { variant, theme });
      if (picture || !(await findOwnSender(services.db, services.secrets, viewer, uuid_hash))) {
        return picture;
      }
      return cards.findQuestionPicture(address, cardViewer, { variant, theme, isSender: true });
    };

  mount("/cards/questions/:uuid.png", alwaysRevalidated, createQuestionFinder("wide"));
  mount("/cards/questions/:uuid.tall.png", alwaysRevalidated, createQuestionFinder("tall"));
  mount("/cards/questions/:uuid.answer.png", alwaysRevalidated, createQuestionFinder("answer"));
  mount(
    "/cards/profiles/:locale/:account.png",
    alwaysRevalidated,
    async (parameters, { query }) => {
      const { account } = parameters;
      const locale = requireLocale(parameters.locale);
      const theme = readTheme(query);
      const picture = await cards.findProfilePicture(account, locale, theme);
      const current = picture ? undefined : await findCurrentHandle(services, account);
      if (current === undefined) return picture;
      const search = theme ? `?theme=${theme}` : "";
      return { location: `/cards/profiles/${locale}/${current}.png${search}` };
    },
  );
  mount("/cards/stamps/:locale/:id.png", cachedForDay, async ({ locale, id }) => {
    const stamp = await findStamp(services.db, id);
    return stamp && cards.createStampPicture(stamp, requireLocale(locale));
  });
  for (const format of cardFormats) {
    mount(`/cards/themes/:locale/:theme.${format}.png`, cachedForDay, async ({ locale, theme }) => {
      const knownTheme = cardThemes.find((name) => name === theme);
      return knownTheme && cards.createThemePreview(knownTheme, format, requireLocale(locale));
    });
  }
  const createRoomFinder =
    (format: CardFormat) =>
    async ({ uuid, locale }: CardParameters, { query }: FastifyRequest) =>
      cards.findRoomPicture(uuid, requireLocale(locale), { format, theme: readTheme(query) });
  mount("/cards/rooms/:locale/:uuid.png", alwaysRevalidated, createRoomFinder("wide"));
  mount("/cards/rooms/:locale/:uuid.tall.png", alwaysRevalidated, createRoomFinder("tall"));
  mount("/cards/diagnosis/:id.png", alwaysRevalidated, ({ id }) => cards.findResultPicture(id));
  mount("/cards/site/:locale.png", cachedForDay, async ({ locale }) =>
    cards.createSitePicture(requireLocale(locale)),
  );
}

function readAnswerId(query: unknown): string | undefined {
  const { answer_id } = query as { answer_id?: unknown };
  return typeof answer_id === "string" ? answer_id : undefined;
}

/** The theme in which somebody shares a picture. */
function readTheme(query: unknown): CardTheme | undefined {
  const { theme } = query as { theme?: unknown };
  return cardThemes.find((name) => name === theme);
}

function requireLocale(locale: string): Locale {
  if (!isLocale(locale)) throw new Failure("not_found");
  return locale;
}

/** Returns the function that counts a drawing for a request only, and throws `too_many` beyond the limits. */
function createDrawingCounter(app: FastifyInstance, services: Services) {
  const limits = drawingLimits.map((limit) => ({
    key: limit.key,
    limiter: createLimiter(app, services, "drawing", limit),
  }));
  return async (request: FastifyRequest) => {
    const applicable = limits.filter(({ key }) => appliesTo(key, request.viewer));
    const limiters = applicable.map(({ limiter }) => limiter);
    const retry_after = await countAgainstLimits(limiters, request);
    if (retry_after !== undefined) throw new Failure("too_many", { retry_after });
  };
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  picture: Picture,
  countDrawing: (request: FastifyRequest) => Promise<void>,
): Promise<FastifyReply> {
  const etag = picture.isPublic ? `"${picture.look}"` : undefined;
  const isCurrent = etag !== undefined && request.headers["if-none-match"]?.includes(etag);
  if (!isCurrent && picture.isDrawnForRequest()) await countDrawing(request);
  reply.header("content-security-policy", "sandbox; default-src 'none'");
  if (etag) reply.header("etag", etag);
  if (isCurrent) return reply.code(304).send();
  return reply.type("image/png").send(await picture.getPng());
}
