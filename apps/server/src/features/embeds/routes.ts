import { embedSize, formatEmbedCode } from "@toibako/contract/embeds.ts";
import { isLocale, type Locale } from "@toibako/contract/locales.ts";
import type { QuestionAddress } from "@toibako/contract/questions.ts";
import { truncateText } from "@toibako/contract/text.ts";
import type { FastifyInstance } from "fastify";
import { createRefusalSchemas } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { translate } from "#platform/texts/texts.ts";
import { createEmbedPage, createEmptyEmbed, embedPolicy, maxTitleLength } from "./page.ts";
import { findEmbedded } from "./queries.ts";

/** Keeps the route out of the OpenAPI document. */
const hidden = { schema: { hide: true } };

const cacheSeconds = 300;

const text = { type: "string" } as const;
const pixels = { type: "integer", minimum: 1 } as const;

/** The schema of the oEmbed endpoint (https://oembed.com), for the OpenAPI document. */
const oembedSchema = {
  operationId: "getOEmbed",
  summary: "How to show a question's page on another site (oEmbed)",
  tags: ["embeds"],
  security: [{}],
  querystring: {
    type: "object",
    properties: {
      url: { ...text, description: "The address of the question's page." },
      format: { ...text, description: "Only `json` is offered; others get 501." },
      maxwidth: text,
      maxheight: text,
    },
  },
  response: {
    ...createRefusalSchemas(["not_found"]),
    501: {
      description: "A format other than `json`, as oEmbed prescribes",
      type: "object",
      properties: { message: text },
    },
    200: {
      description: "The frame",
      type: "object",
      properties: {
        version: text,
        type: text,
        provider_name: text,
        provider_url: text,
        author_name: text,
        author_url: text,
        title: text,
        cache_age: { type: "integer" },
        width: pixels,
        height: pixels,
        html: text,
      },
    },
  },
} as const;

interface OEmbedQuery {
  url?: string;
  format?: string;
  maxwidth?: string;
  maxheight?: string;
}

/** Serves answers to other sites: the page in the frame, and its description by oEmbed. */
export function mountEmbeds(app: FastifyInstance, { db, config }: Services): void {
  const { public_url } = config;

  app.get<{ Params: { locale: string; uuid: string }; Querystring: { answer_id?: unknown } }>(
    "/embed/:locale/:uuid",
    hidden,
    async ({ params: { locale, uuid }, query }, reply) => {
      if (!isLocale(locale)) throw new Failure("not_found");
      const answer_id = typeof query.answer_id === "string" ? query.answer_id : undefined;
      const embedded = await findEmbedded(db, { uuid_hash: uuid, answer_id });
      return reply
        .removeHeader("x-frame-options")
        .code(embedded ? 200 : 404)
        .headers({
          "content-security-policy": embedPolicy,
          "cache-control": `public, max-age=${cacheSeconds}`,
          "x-robots-tag": "noindex",
        })
        .type("text/html; charset=utf-8")
        .send(
          embedded
            ? createEmbedPage(public_url, locale, embedded)
            : createEmptyEmbed(public_url, locale),
        );
    },
  );

  app.get<{ Querystring: OEmbedQuery }>(
    "/api/oembed",
    { schema: oembedSchema },
    async ({ query }, reply) => {
      // oEmbed prescribes this status for a format that isn't offered.
      if ((query.format ?? "json") !== "json") {
        return reply.code(501).send({ message: "The only format is json." });
      }
      const page = readPageAddress(query.url, public_url);
      const embedded = page && (await findEmbedded(db, page));
      if (!page || !embedded) throw new Failure("not_found");
      const { locale } = page;
      const { displaying_name: name, account, uuid_hash } = embedded;
      const answer_id = embedded.answer_id ?? undefined;
      const size = {
        width: limitSize(embedSize.width, query.maxwidth),
        height: limitSize(embedSize.height, query.maxheight),
      };
      const question = truncateText(embedded.body.replaceAll("\n", " "), maxTitleLength);
      const title = translate(locale, "embed_title", { question, name });
      return reply.header("cache-control", `public, max-age=${cacheSeconds}`).send({
        version: "1.0",
        type: "rich",
        provider_name: "Toibako",
        provider_url: public_url,
        author_name: name,
        author_url: `${public_url}/${locale}/${account}`,
        title,
        cache_age: cacheSeconds,
        ...size,
        html: formatEmbedCode(public_url, locale, { uuid_hash, answer_id, title }, size),
      });
    },
  );
}

/** Reads the locale and the question from the address of a question's page on this site. */
function readPageAddress(
  url: string | undefined,
  public_url: string,
): (QuestionAddress & { locale: Locale }) | undefined {
  if (!url?.startsWith(`${public_url}/`)) return undefined;
  const [address = ""] = url.slice(public_url.length + 1).split("#");
  const [path = "", search] = address.split("?");
  const [locale, folder, uuid_hash, ...furtherSegments] = path.replace(/\/$/, "").split("/");
  const isQuestion =
    isLocale(locale) && folder === "q" && uuid_hash && furtherSegments.length === 0;
  const answer_id = new URLSearchParams(search).get("answer_id") ?? undefined;
  return isQuestion ? { locale, uuid_hash, answer_id } : undefined;
}

/** Limits a size to a requested maximum; ignores a maximum that isn't a number. */
function limitSize(size: number, max: string | undefined): number {
  const limit = /^\d{1,6}$/.test(max ?? "") ? Math.max(1, Number(max)) : size;
  return Math.min(size, limit);
}
