import { listStampGroups } from "@toibako/contract/stamps.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { readIcon, readPicture, stampGroups } from "./groups.ts";
import { listGroups } from "./queries.ts";

export const routes = [
  implement(listStampGroups, async ({ query, locale }) => ({
    body: listGroups(query.locale ?? locale),
  })),
];

const hidden = { schema: { hide: true } };

/** Serves the drawings of stamps and of their groups, which are few and stay in memory. */
export function mountStamps(app: FastifyInstance): void {
  const icons = new Map(stampGroups.map(({ id }) => [id, readIcon(id)]));
  const pictures = new Map(
    stampGroups.flatMap(({ stamps }) => stamps.map(({ id }) => [id, readPicture(id)])),
  );
  type ById = { Params: { id: string } };
  app.get<ById>("/stamps/:id.svg", hidden, ({ params }, reply) =>
    send(reply, pictures.get(params.id)),
  );
  app.get<ById>("/stamps/icons/:id.svg", hidden, ({ params }, reply) =>
    send(reply, icons.get(params.id)),
  );
}

function send(reply: FastifyReply, svg: Buffer | undefined): FastifyReply {
  if (!svg) throw new Failure("not_found");
  return reply
    .type("image/svg+xml")
    .header("cache-control", "public, max-age=86400")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .send(svg);
}
