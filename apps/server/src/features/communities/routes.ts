import type { FastifyInstance } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import type { FilterSources } from "../filters/filter.ts";
import { firstCommunities, readCommunityPicture } from "./first-communities.ts";
import { readRoutes } from "./routes/read.ts";
import { writeRoutes } from "./routes/write.ts";

export const routes = (filter: FilterSources) => [...readRoutes, ...writeRoutes(filter)];

/** Adds the routes that serve the drawings of the first communities from memory. */
export function mountCommunityPictures(app: FastifyInstance): void {
  for (const kind of ["icons", "banners"] as const) {
    const pictures = new Map(
      firstCommunities.map(({ id }) => [id, readCommunityPicture(kind, id)]),
    );
    app.get<{ Params: { id: string } }>(
      `/community-pictures/${kind}/:id.svg`,
      { schema: { hide: true } },
      ({ params }, reply) => {
        const picture = pictures.get(params.id);
        if (!picture) throw new Failure("not_found");
        return reply
          .type("image/svg+xml")
          .header("cache-control", `public, max-age=${secondsPerDay}`)
          .header(
            "content-security-policy",
            "sandbox; default-src 'none'; style-src 'unsafe-inline'",
          )
          .send(picture);
      },
    );
  }
}
