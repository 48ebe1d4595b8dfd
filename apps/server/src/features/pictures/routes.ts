import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { parse } from "range-parser";
import { secondsPerDay } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { formatVideoKey, readPicture } from "./queries.ts";

/**
 * The videos in memory, in bytes. Browsers ask for a video in many ranges, and all replies share the bytes that are kept
 * here.
 */
const maxKeptBytes = 32 * 1024 * 1024;

const isId = (id: string) => /^[\w-]{22}$/.test(id);

/** Serves uploaded pictures and videos. A new one gets a new address, so responses are immutable. */
export function mountPictures(app: FastifyInstance, { storage }: Services): void {
  type ById = { Params: { id: string } };
  const hidden = { schema: { hide: true } };
  app.get<ById>("/pictures/:id.webp", hidden, async ({ params: { id } }, reply) => {
    const picture = isId(id) ? await readPicture(storage, id) : undefined;
    if (!picture) throw new Failure("not_found");
    return addHeaders(reply, "image/webp").send(picture);
  });

  const videos = new LRUCache<string, Buffer>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (id) => storage.read(formatVideoKey(id)),
  });
  app.get<ById>("/pictures/:id.mp4", hidden, async ({ params: { id }, headers }, reply) => {
    const video = isId(id) ? await videos.fetch(id) : undefined;
    if (!video) throw new Failure("not_found");
    return sendRange(addHeaders(reply, "video/mp4"), video, headers.range);
  });
}

const addHeaders = (reply: FastifyReply, type: string) =>
  reply
    .type(type)
    .header("cache-control", `public, max-age=${365 * secondsPerDay}, immutable`)
    .header("content-security-policy", "sandbox; default-src 'none'");

/** Sends one range of a file, without which Safari plays no video. Several ranges at once get the whole file. */
function sendRange(reply: FastifyReply, file: Buffer, range: string | undefined): FastifyReply {
  reply.header("accept-ranges", "bytes");
  const { code, type, ranges } = parse(file.length, range ?? "");
  // 2: a well-formed range behind the end of the file.
  if (code === 2 && type === "bytes" && ranges.length === 0) {
    return reply.code(416).header("content-range", `bytes */${file.length}`).send();
  }
  const [first, ...others] = type === "bytes" ? ranges : [];
  if (!first || others.length > 0) return reply.send(file);
  return reply
    .code(206)
    .header("content-range", `bytes ${first.start}-${first.end}/${file.length}`)
    .send(file.subarray(first.start, first.end + 1));
}
