import { searchPeople } from "@toibako/contract/friends/search.ts";
import {
  deleteFollow,
  listFollowers,
  listFollows,
  listFriends,
  postFollow,
} from "@toibako/contract/friends.ts";
import { type Call, implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { parsePageNumber, readPosition } from "#platform/http/pager.ts";
import { findByAnyHandle } from "../../accounts/queries/handles.ts";
import { followAccount, unfollowAccount } from "../commands/follow.ts";
import { listFollowersOf, listFollowsOf } from "../queries/people.ts";
import { findPeople } from "../queries/search.ts";

async function listPeople(
  { viewer, params, query, services }: Call<typeof listFollows | typeof listFollowers>,
  read: typeof listFollowsOf,
) {
  const { user } = viewer;
  const page = { page: parsePageNumber(query.page), position: readPosition(query) };
  const people = await findByAnyHandle(services, params.account, (handle) =>
    read(services.db, handle, page, user?.pk ?? null),
  );
  if (!people) throw new Failure("not_found");
  return { body: people };
}

export const followRoutes = [
  implement(postFollow, async ({ viewer, params, services }) => {
    const followed = await followAccount(services, viewer.user, params.account);
    return { body: { ...followed, is_friend: true } };
  }),

  implement(deleteFollow, async ({ viewer, params, services }) => {
    const unfollowed = await unfollowAccount(services, viewer.user, params.account);
    return { body: { ...unfollowed, is_friend: false } };
  }),

  implement(listFollows, (call) => listPeople(call, listFollowsOf)),
  implement(listFollowers, (call) => listPeople(call, listFollowersOf)),

  implement(listFriends, async ({ viewer: { user }, query, services }) => {
    const page = { page: parsePageNumber(query.page), position: readPosition(query) };
    const follows = await listFollowsOf(services.db, user.account, page, user.pk);
    if (!follows) throw new Failure("not_found");
    return { body: { friends: follows.users, pager: follows.pager } };
  }),

  implement(searchPeople, async ({ viewer, query, services }) => ({
    body: await findPeople(services, viewer, query.query, parsePageNumber(query.page)),
  })),
];
