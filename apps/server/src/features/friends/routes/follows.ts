import {
  deleteFollow,
  listFollowers,
  listFollows,
  listFriends,
  postFollow,
} from "@toibako/contract/friends.ts";
import { type Call, implement } from "#platform/endpoint.ts";
import { Failure } from "#platform/failure.ts";
import { pageNumber } from "#platform/pager.ts";
import { followAccount, unfollowAccount } from "../commands/follow.ts";
import { listFollowersOf, listFollowsOf } from "../queries/people.ts";

/** Both profiles show a count that changed. */
async function change(
  { viewer, params, services }: Call<typeof postFollow | typeof deleteFollow>,
  is_friend: boolean,
) {
  const { user } = viewer;
  const command = is_friend ? followAccount : unfollowAccount;
  const { account, followers_count } = await command(services.db, user.pk, params.account);
  services.bus.publish("pages", { paths: [`/${user.account}`, `/${account}`] });
  return { body: { account, is_friend, followers_count } };
}

async function list(
  { viewer, params, query, services }: Call<typeof listFollows | typeof listFollowers>,
  read: typeof listFollowsOf,
) {
  const { user } = viewer;
  const page = pageNumber(query.page);
  const listed = await read(services.db, params.account, page, user?.pk ?? null);
  if (!listed) throw new Failure("not_found");
  return { body: listed };
}

export const followRoutes = [
  implement(postFollow, (call) => change(call, true)),
  implement(deleteFollow, (call) => change(call, false)),
  implement(listFollows, (call) => list(call, listFollowsOf)),
  implement(listFollowers, (call) => list(call, listFollowersOf)),

  implement(listFriends, async ({ viewer: { user }, query, services }) => {
    const page = pageNumber(query.page);
    const listed = await listFollowsOf(services.db, user.account, page, user.pk);
    if (!listed) throw new Failure("not_found");
    return { body: { friends: listed.users, pager: listed.pager } };
  }),
];
