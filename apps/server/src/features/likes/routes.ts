import { toggleLike as endpoint, getAnswerLikes, toggleLikePut } from "@toibako/contract/likes.ts";
import { type Call, implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { toggleLike } from "./commands.ts";
import { findLikes } from "./queries.ts";

async function toggle({
  body,
  viewer,
  services,
  idempotency_key,
}: Call<typeof endpoint | typeof toggleLikePut>) {
  const toggled = await toggleLike(
    services.db,
    body.answer_id,
    viewer.sender_key,
    viewer.user?.pk ?? null,
    idempotency_key,
  );
  if (!toggled) throw new Failure("not_found");
  if (!toggled.is_allowed) throw new Failure("forbidden");
  services.bus.publish("pages", { paths: [`/${toggled.account}`, `/q/${toggled.uuid_hash}`] });
  return { body: { answer_id: body.answer_id, toggle_type: toggled.toggle_type } };
}

export const routes = [
  implement(endpoint, toggle),
  implement(toggleLikePut, toggle),

  implement(getAnswerLikes, async ({ query, viewer, services }) => {
    const likes = await findLikes(services.db, query.answer_id, viewer.sender_key);
    if (!likes) throw new Failure("not_found");
    return { body: likes };
  }),
];
