import { getQuestion, listLatests, postQuestion } from "@toibako/contract/questions.ts";
import type { Route } from "#platform/endpoint.ts";
import { implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { Failure } from "#platform/failure.ts";
import type { Limiter } from "#platform/limits.ts";
import { pageNumber } from "#platform/pager.ts";
import { listLatests as readLatests } from "../answers/queries.ts";
import { askQuestion, pretendToAsk } from "./commands.ts";
import { postText } from "./policy.ts";
import { findQuestion } from "./queries.ts";

/** Anonymous questions from one network to one receiver; what is more is dropped without a word. */
export const perReceiver = {
  key: "address",
  figure: 30,
  seconds: 3600,
  when_unreachable: "open",
} as const;

/** `floods` counts what one network sends to one receiver. */
export function routes(floods: Limiter): Route[] {
  return [
    implement(postQuestion, async (call) => {
      const { services, viewer, locale, request } = call;
      const { db, bus } = services;
      const body = postText("body", call.body.body);
      const { account } = call.body;
      const uuid_hash = call.new_id();
      if (!viewer.user && (await floods(request)) !== undefined) {
        await pretendToAsk(db, account);
      } else {
        const sender_pk = viewer.user?.pk ?? null;
        const question = { uuid_hash, account, body, sender_key: viewer.sender_key, sender_pk };
        const receiver_pk = await askQuestion(db, question);
        publishCounts(bus, services.secrets.personKey(receiver_pk));
      }
      const location = viewer.user ? `/${locale}/me/home?tab=send` : `/${locale}/not_login_user`;
      return { body: { uuid_hash }, location };
    }),

    implement(getQuestion, async ({ params, viewer, locale, services }) => {
      const question = await findQuestion(services.db, params.id, viewer, locale);
      if (!question) throw new Failure("not_found");
      return { body: { question } };
    }),

    implement(listLatests, async ({ params, query, viewer, locale, services }) => {
      const page = pageNumber(query.page);
      const listed = await readLatests(services.db, params.uuid, page, viewer, locale);
      if (!listed) throw new Failure("not_found");
      return { body: listed };
    }),
  ];
}
