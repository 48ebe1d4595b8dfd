import { listStampGroups } from "@toibako/contract/stamps.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { drawnIcons, drawnStamps, readDrawing, readIcon } from "./drawings.ts";
import { listTranslatedGroups } from "./queries.ts";

export const routes = [
  implement(listStampGroups, async ({ services, query, locale }) => ({
    body: await listTranslatedGroups(services.db, query.locale ?? locale),
  })),
];

/** Leaves a route out of the API documentation. */
const hidden = { schema: { hide: true } };

/** Serves the drawings of stamps and groups that come with a release, from memory. */
export function mountStamps(app: FastifyInstance): void {
  const icons = new Map([...drawnIcons].map((id) => [id, readIcon(id)]));
  const pictures = new Map([...drawnStamps].map((id) => [id, readDrawing(id)]));
  type ById = { Params: { id: string } };
  app.get<ById>("/stamps/:id.svg", hidden, ({ params }, reply) =>
    sendSvg(reply, pictures.get(params.id)),
  );
  app.get<ById>("/stamps/icons/:id.svg", hidden, ({ params }, reply) =>
    sendSvg(reply, icons.get(params.id)),
  );
}

function sendSvg(reply: FastifyReply, svg: Buffer | undefined): FastifyReply {
  if (!svg) throw new Failure("not_found");
  return reply
    .type("image/svg+xml")
    .header("cache-control", `public, max-age=${secondsPerDay}`)
    .header("content-security-policy", "sandbox; default-src 'none'")
    .send(svg);
}
