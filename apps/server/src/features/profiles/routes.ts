import { avatars } from "@toibako/contract/avatars.ts";
import { listItems } from "@toibako/contract/items.ts";
import { getNews, getSocialProfile, getUser, listMostLiked } from "@toibako/contract/profiles.ts";
import type { FastifyInstance } from "fastify";
import { secondsPerDay } from "#platform/durations.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { parsePageNumber, readPosition } from "#platform/http/pager.ts";
import { findByAnyHandle } from "../accounts/queries/handles.ts";
import { listItemsOfAccount } from "../answers/queries.ts";
import { readAvatar } from "./avatars.ts";
import { readNews } from "./queries/news.ts";
import { findPublicUser, findUserForPage, listItemsForPage, listMostLikedOf } from "./queries.ts";

async function readProfile(call: Call<typeof getUser | typeof getSocialProfile>) {
  const { id } = call.params;
  // The page of a former handle redirects to the current one.
  const user = await findByAnyHandle(call.services, id, (handle) => findUser(call, handle));
  if (!user) throw new Failure("not_found");
  return { body: { user } };
}

type ReadCall = Pick<Call<typeof getUser>, "viewer" | "locale" | "services" | "page">;

function findUser({ viewer, locale, services: { db }, page }: ReadCall, account_or_id: string) {
  return page
    ? findUserForPage(page, db, account_or_id)
    : findPublicUser(db, account_or_id, viewer.user?.pk ?? null, locale);
}

export const routes = [
  implement(getUser, readProfile),
  implement(getSocialProfile, readProfile),

  implement(getNews, async ({ viewer, locale, services }) => ({
    body: await readNews(services.db, viewer.user, locale),
  })),

  implement(listMostLiked, async ({ query, viewer, locale, services }) => ({
    body: { items: await listMostLikedOf(services.db, query.account, viewer, locale) },
  })),

  implement(listItems, async ({ query, viewer, locale, services, page }) => {
    const list_page = parsePageNumber(query.page);
    const items = await findByAnyHandle(services, query.account, (handle) =>
      page
        ? listItemsForPage(page, services.db, handle, list_page)
        : listItemsOfAccount(services.db, handle, list_page, viewer, locale, readPosition(query)),
    );
    if (!items) throw new Failure("not_found");
    return { body: items };
  }),
];

/** Serves the avatars from memory. */
export function mountAvatars(app: FastifyInstance): void {
  const drawings = new Map<string, Buffer>(avatars.map((avatar) => [avatar, readAvatar(avatar)]));
  app.get<{ Params: { avatar: string } }>(
    "/avatars/:avatar.svg",
    { schema: { hide: true } },
    ({ params }, reply) => {
      const svg = drawings.get(params.avatar);
      if (!svg) throw new Failure("not_found");
      return reply
        .type("image/svg+xml")
        .header("cache-control", `public, max-age=${30 * secondsPerDay}`)
        .header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .send(svg);
    },
  );
}
