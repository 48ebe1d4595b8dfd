import { getQuestion, listLatests, postQuestion } from "@toibako/contract/questions.ts";
import type { Route } from "#platform/endpoint.ts";
import { implement } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { Failure } from "#platform/failure.ts";
import { type Limiter, networkKey } from "#platform/limits.ts";
import { pageNumber } from "#platform/pager.ts";
import { listLatests as readLatests } from "../answers/queries.ts";
import { type FilterSources, heldBy } from "../filters/filter.ts";
import { findReceiver } from "../filters/queries.ts";
import { findStamp } from "../stamps/groups.ts";
import { askQuestion } from "./commands.ts";
import { contentOf, filteredText } from "./policy.ts";
import { findQuestion } from "./queries.ts";

/** Anonymous questions from one network to one receiver; what is more is dropped without a word. */
export const perReceiver = {
  key: "address",
  figure: 30,
  seconds: 3600,
  when_unreachable: "open",
} as const;

/** `floods` counts what one network sends to one receiver; `filter` decides what is held. */
export function routes(floods: Limiter, filter: FilterSources): Route[] {
  return [
    implement(postQuestion, async (call) => {
      const { services, viewer, locale, request } = call;
      const { db, secrets, bus } = services;
      const content = contentOf(call.body, findStamp(call.body.stamp_id ?? ""));
      const receiver = await findReceiver(db, call.body.account);
      if (!receiver) throw new Failure("not_found");
      const { sender_key } = viewer;
      const user_pk = viewer.user?.pk ?? null;
      const is_self = user_pk === receiver.pk;
      // Looked through for everyone, so that the time tells nothing of what comes of it.
      const found = await heldBy(filteredText(content), receiver, filter);
      const uuid_hash = call.new_id();
      const status = await askQuestion(db, secrets, {
        uuid_hash,
        receiver,
        content,
        asker: {
          sender_key,
          user_pk,
          address: request.ip,
          ...(!viewer.user && { network_key: networkKey(services, request) }),
        },
        held_by: is_self ? undefined : found,
        is_flood: !viewer.user && (await floods(request)) !== undefined,
      });
      if (status !== "dropped") publishCounts(bus, secrets.personKey(receiver.pk));
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
