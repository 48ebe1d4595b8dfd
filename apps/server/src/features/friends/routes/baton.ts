import { getBaton, postBaton } from "@toibako/contract/friends.ts";
import { implement, type Route } from "#platform/http/endpoint.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import type { FilterSources } from "../../filters/filter.ts";
import { passBaton } from "../commands/baton.ts";
import { listBatonFriends } from "../queries/baton.ts";

/** `filter` contains the word lists and the classifier that receivers' filters use. */
export function batonRoutes(filter: FilterSources): Route[] {
  return [
    implement(getBaton, async ({ params, query, viewer: { user }, services }) => {
      const page = parsePageNumber(query.page);
      return { body: await listBatonFriends(services, user.pk, params.id, page) };
    }),

    implement(postBaton, async ({ params, body, viewer, services, request }) => {
      const { accounts } = body;
      const baton = { uuid: params.id, accounts, sender: viewer, address: request.ip };
      return { body: await passBaton(services, filter, baton) };
    }),
  ];
}
