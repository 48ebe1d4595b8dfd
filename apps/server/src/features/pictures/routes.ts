import type { FastifyInstance } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { readPicture } from "./queries.ts";

/** Serves uploaded pictures. A new picture gets a new address, so responses are immutable. */
export function mountPictures(app: FastifyInstance, { storage }: Services): void {
  app.get<{ Params: { id: string } }>(
    "/pictures/:id.webp",
    { schema: { hide: true } },
    async ({ params: { id } }, reply) => {
      const picture = /^[\w-]{22}$/.test(id) ? await readPicture(storage, id) : undefined;
      if (!picture) throw new Failure("not_found");
      return reply
        .type("image/webp")
        .header("cache-control", `public, max-age=${365 * secondsPerDay}, immutable`)
        .header("content-security-policy", "sandbox; default-src 'none'")
        .send(picture);
    },
  );
}
