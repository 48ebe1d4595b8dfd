import { formatCommunityPath } from "@toibako/contract/addresses.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Db } from "#platform/database/db.ts";
import { secondsPerHour } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import {
  chooseCachedEncoding,
  type EncodedPage,
  encodePage,
} from "#platform/pages/pages-encoding.ts";
import type { Services } from "#platform/services.ts";
import {
  createSitemapFile,
  createSitemapIndex,
  listInAllLanguages,
  type SitemapEntry,
  translatedPages,
} from "../documents/sitemap.ts";
import {
  countSitemapFiles,
  findCommunityQuestions,
  listPublicAnswers,
  listPublicProfiles,
  type SitemapKind,
  sitemapKinds,
} from "../queries.ts";

/** Keeps routes out of the OpenAPI document. */
const hidden = { schema: { hide: true } };

/** How many bytes of encoded files the cache holds; a full file has about 1.2 MB before compression. */
const maxCacheBytes = 32 * 1024 * 1024;

/** Serves the sitemap. */
export function mountSitemap(app: FastifyInstance, { db, config }: Services): void {
  const { public_url } = config;
  const send = createFileSender();
  const listEntries = createEntryLists(db, public_url);

  app.get("/sitemap.xml", hidden, (request, reply) =>
    send(request, reply, "index", async () =>
      createSitemapIndex(public_url, await countSitemapFiles(db)),
    ),
  );

  app.get("/sitemap/pages.xml", hidden, (request, reply) =>
    send(request, reply, "pages", async () =>
      createSitemapFile(public_url, listInAllLanguages(public_url, translatedPages)),
    ),
  );

  app.get<{ Params: { kind: string; file: string } }>(
    "/sitemap/:kind/:file.xml",
    hidden,
    async (request, reply) => {
      const kind = sitemapKinds.find((name) => name === request.params.kind);
      const file = parseFileNumber(request.params.file);
      // Only files that exist are cached, so that requests for other numbers can't displace them.
      if (!kind || file === undefined || file >= (await countSitemapFiles(db))[kind]) {
        throw new Failure("not_found");
      }
      return send(request, reply, `${kind} ${file}`, async () =>
        createSitemapFile(public_url, await listEntries[kind](file)),
      );
    },
  );
}

/**
 * Returns the function that sends a file. Each file is cached for an hour in each encoding, and simultaneous requests
 * share one read of the database.
 */
function createFileSender() {
  const files = new LRUCache<string, EncodedPage, () => Promise<string>>({
    maxSize: maxCacheBytes,
    ttl: secondsPerHour * 1_000,
    sizeCalculation: ({ body }) => body.length + 1,
    fetchMethod: async (key, _stale, { context: createXml }) => {
      const encoding = chooseCachedEncoding(key.split(" ", 1)[0]);
      return encodePage({ status: 200, headers: {}, html: await createXml() }, encoding);
    },
  });
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    createXml: () => Promise<string>,
  ) => {
    const key = `${chooseCachedEncoding(request.headers["accept-encoding"])} ${path}`;
    const file = await files.forceFetch(key, { context: createXml });
    return reply
      .headers(file.headers)
      .header("vary", "Accept-Encoding")
      .header("cache-control", `public, max-age=${secondsPerHour}`)
      .type("application/xml; charset=utf-8")
      .send(file.body);
  };
}

/** Returns the functions that list the addresses of one file of each kind. */
function createEntryLists(
  db: Db,
  public_url: string,
): Record<SitemapKind, (file: number) => Promise<SitemapEntry[]>> {
  return {
    answers: async (file) =>
      (await listPublicAnswers(db, file)).map(({ uuid_hash, locale, changed_at }) => ({
        path: `/${locale}/q/${uuid_hash}`,
        changed_at,
      })),
    profiles: async (file) =>
      (await listPublicProfiles(db, file)).map(({ account, locale }) => ({
        path: `/${locale}/${account}`,
      })),
    communities: async (file) => {
      const { community, questions } = await findCommunityQuestions(db, file);
      if (!community) return [];
      const page = formatCommunityPath(community);
      return [
        ...listInAllLanguages(public_url, [page, `${page}/items`]),
        ...questions.map(({ locale, uuid_hash }) => ({
          path: `/${locale}${page}/items/${uuid_hash}`,
        })),
      ];
    },
  };
}

/** Accepts numbers without leading zeros, so that each file has one address. */
function parseFileNumber(text: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined;
}
