// The routes of communities of the bare server (bare.ts), which runs only the statements of the product.
import { randomBytes } from "node:crypto";
import { maxJoinedCommunities } from "@toibako/contract/communities.ts";
import type { FastifyInstance } from "fastify";
import { insertAnswer } from "../apps/server/src/features/communities/commands/answer.ts";
import { insertQuestion } from "../apps/server/src/features/communities/commands/ask.ts";
import {
  deleteMember,
  insertMember,
} from "../apps/server/src/features/communities/commands/membership.ts";
import {
  selectKey,
  selectOne,
} from "../apps/server/src/features/communities/queries/communities.ts";
import type { Parameters, Row, Statement } from "../apps/server/src/platform/database/statement.ts";
import type { Statements } from "../apps/server/src/platform/database/statements.gen.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The key of the account of the session; null without a session. */
    user_pk: number | null;
  }
}

type PrepareStatement = <N extends keyof Statements>(
  statement: Statement<N>,
) => (parameters: Parameters<N>) => Promise<Row<N>[]>;

interface Ids {
  community_id: string;
  category_id: string;
}

const locale = "ja";

/** Random bytes, as many as the product's sealed sender and sealed address have. */
const sealedSender = randomBytes(92);
const sealedAddress = randomBytes(76);

/** Adds joining, leaving, asking and answering. */
export function addCommunityRoutes(app: FastifyInstance, prepare: PrepareStatement): void {
  const findKey = prepare(selectKey);
  const join = prepare(insertMember);
  const leave = prepare(deleteMember);
  const findCommunity = prepare(selectOne);
  const ask = prepare(insertQuestion);
  const answer = prepare(insertAnswer);

  const readMembership = async (ids: Ids, user_pk: number, joinedCount: number) => {
    const [community] = await findCommunity({ ...ids, user_pk, locale });
    return { community, remaining: maxJoinedCommunities - joinedCount };
  };

  const membersPath = "/api/v2/me/communities/:category_id/:community_id/users";
  app.post<{ Params: Ids }>(membersPath, async ({ user_pk, params }, reply) => {
    if (user_pk === null) return reply.code(401).send();
    const [joined] = await join({ ...params, user_pk });
    if (!joined) return reply.code(404).send();
    return readMembership(params, user_pk, joined.joined_count);
  });
  app.delete<{ Params: Ids }>(membersPath, async ({ user_pk, params }, reply) => {
    if (user_pk === null) return reply.code(401).send();
    const [left] = await leave({ ...params, user_pk });
    return readMembership(params, user_pk, left?.joined_count ?? 0);
  });

  app.post<{ Params: Ids; Body: { body: string } }>(
    "/api/v2/communities/:category_id/:community_id/items",
    async ({ params, body }, reply) => {
      const uuid_hash = randomBytes(16).toString("base64url");
      const asked_hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
      const [community] = await findKey(params);
      if (!community) return reply.code(404).send();
      await ask({
        uuid_hash,
        community_pk: community.pk,
        body: body.body,
        locale,
        asked_hour,
        held_by: null,
        tags: [randomBytes(16)],
        later_tags: [],
        sender: sealedSender,
        address: sealedAddress,
      });
      return reply.code(201).send({ uuid_hash });
    },
  );

  app.post<{ Params: Ids & { uuid: string }; Body: { body: string } }>(
    "/api/v2/me/communities/:category_id/:community_id/items/:uuid/answers",
    async (request, reply) => {
      const { uuid: uuid_hash, ...ids } = request.params;
      const id = randomBytes(16).toString("base64url");
      const answerer_pk = request.user_pk;
      if (answerer_pk === null) return reply.code(401).send();
      const { body: text } = request.body;
      const [stored] = await answer({ ...ids, id, uuid_hash, answerer_pk, text });
      if (!stored?.answered_at) return reply.code(409).send();
      return reply.code(201).send({ answer: { ...stored, id } });
    },
  );
}
