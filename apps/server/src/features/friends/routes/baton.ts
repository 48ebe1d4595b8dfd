import { batonLimit, getBaton, postBaton } from "@toibako/contract/friends.ts";
import { implement, type Route } from "#platform/endpoint.ts";
import { publishCounts } from "#platform/events.ts";
import { pageNumber } from "#platform/pager.ts";
import { type FilterSources, heldBy } from "../../filters/filter.ts";
import { findReceiver } from "../../filters/queries.ts";
import { filteredText, storedContent } from "../../questions/policy.ts";
import { findStamp } from "../../stamps/groups.ts";
import { passBaton } from "../commands/baton.ts";
import { newReceivers } from "../policy.ts";
import { findCandidates, findPassable, listBatonFriends, listPassed } from "../queries/baton.ts";

/** `filter` decides, as for any question, what the receivers want held. */
export function batonRoutes(filter: FilterSources): Route[] {
  return [
    implement(getBaton, async ({ params, query, viewer: { user }, services }) => {
      const { db } = services;
      const question = await findPassable(db, params.id, user.pk);
      const page = pageNumber(query.page);
      const listed = await listBatonFriends(db, user.pk, question.pk, page);
      return { body: { ...listed, left: Math.max(0, batonLimit - question.passed_count) } };
    }),

    implement(postBaton, async ({ params, body, viewer, services, request }) => {
      const { db, secrets, bus } = services;
      const { user, sender_key } = viewer;
      const question = await findPassable(db, params.id, user.pk);
      const found = await findCandidates(db, body.accounts, user.pk, question.pk);
      const chosen = newReceivers(body.accounts, found, question.passed_count);
      const content = storedContent(question, findStamp(question.stamp_id ?? ""));
      const text = filteredText(content);
      const looked = chosen.map(async ({ account }) => {
        const receiver = await findReceiver(db, account);
        return receiver && { receiver, held_by: await heldBy(text, receiver, filter) };
      });
      const receivers = (await Promise.all(looked)).filter((one) => one !== undefined);
      const asker = { sender_key, user_pk: user.pk, address: request.ip };
      const arrived = await db
        .transaction()
        .execute((db) => passBaton(db, secrets, { question, content, asker, receivers }));
      for (const { pk } of arrived) publishCounts(bus, secrets.personKey(pk));
      const accounts = await listPassed(db, question.pk);
      return { body: { accounts, left: Math.max(0, batonLimit - accounts.length) } };
    }),
  ];
}
