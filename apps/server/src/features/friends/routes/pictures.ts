import type { FastifyInstance } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import type { Services } from "#platform/services.ts";
import { readFollowerPicture } from "../queries/pictures.ts";

/** Serves the pictures of an account's imported followers to its session. */
export function mountFollowerPictures(app: FastifyInstance, { storage }: Services): void {
  app.get<{ Params: { id: string } }>(
    "/me/follower_pictures/:id.webp",
    { schema: { hide: true } },
    async ({ params: { id }, viewer: { user } }, reply) => {
      if (!user) throw new Failure("sign_in_needed");
      const picture = await readFollowerPicture(storage, user.pk, id);
      if (!picture) throw new Failure("not_found");
      return reply
        .type("image/webp")
        .headers({
          "cache-control": `private, max-age=${30 * secondsPerDay}, immutable`,
          "content-security-policy": "sandbox; default-src 'none'",
        })
        .send(picture);
    },
  );
}
