import { listItems } from "@toibako/contract/items.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { pageNumber } from "#platform/pager.ts";
import { listItemsOf } from "../answers/queries.ts";
import { findPublicUser } from "./queries.ts";

export const routes = [
  implement(getUser, async ({ params, viewer, locale, services }) => {
    const user = await findPublicUser(services.db, params.id, viewer.user?.pk ?? null, locale);
    if (!user) throw new Failure("not_found");
    return { body: { user } };
  }),

  implement(listItems, async ({ query, viewer, locale, services }) => {
    const page = pageNumber(query.page);
    const listed = await listItemsOf(services.db, query.account, page, viewer, locale);
    if (!listed) throw new Failure("not_found");
    return { body: listed };
  }),
];
