import {
  getAnswerLikes,
  toggleLike as toggleEndpoint,
  toggleLikePut,
} from "@toibako/contract/likes.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { toggleLike } from "./commands.ts";
import { findLikes } from "./queries.ts";

async function runToggle({
  body: { answer_id },
  viewer,
  services,
  idempotency_key,
}: Call<typeof toggleEndpoint | typeof toggleLikePut>) {
  const toggle_type = await toggleLike(services, answer_id, viewer, idempotency_key);
  return { body: { answer_id, toggle_type } };
}

export const routes = [
  implement(toggleEndpoint, runToggle),
  implement(toggleLikePut, runToggle),

  implement(getAnswerLikes, async ({ query, viewer, services }) => {
    const likes = await findLikes(services.db, query.answer_id, viewer.like_actor);
    if (!likes) throw new Failure("not_found");
    return { body: likes };
  }),
];
