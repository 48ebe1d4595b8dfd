import { listItems } from "@toibako/contract/items.ts";
import { getSocialProfile, getUser } from "@toibako/contract/profiles.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { parsePageNumber } from "#platform/http/pager.ts";
import { listItemsOf } from "../answers/queries.ts";
import { findPublicUser } from "./queries.ts";

async function answerProfile({
  params,
  viewer,
  locale,
  services,
}: Call<typeof getUser | typeof getSocialProfile>) {
  const user = await findPublicUser(services.db, params.id, viewer.user?.pk ?? null, locale);
  if (!user) throw new Failure("not_found");
  return { body: { user } };
}

export const routes = [
  implement(getUser, answerProfile),
  implement(getSocialProfile, answerProfile),

  implement(listItems, async ({ query, viewer, locale, services }) => {
    const page = parsePageNumber(query.page);
    const listed = await listItemsOf(services.db, query.account, page, viewer, locale);
    if (!listed) throw new Failure("not_found");
    return { body: listed };
  }),
];
