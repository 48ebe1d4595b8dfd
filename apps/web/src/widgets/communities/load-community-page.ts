import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query";
import {
  type CommunityIds,
  communityQuery,
  recommendedCommunitiesQuery,
} from "#features/communities/queries.ts";
import { prefetchLists } from "#lib/cache/prefetch-lists.ts";
import type { CommunityInHead } from "#lib/page/community-head.ts";

/**
 * Loads the data of a page with one list of a community; returns the name and the description for its head.
 */
export async function loadCommunityPage(
  client: QueryClient,
  ids: CommunityIds,
  // biome-ignore lint/suspicious/noExplicitAny: each list has its own type
  list: FetchQueryOptions<any, any, any, any>,
): Promise<CommunityInHead> {
  const lists = prefetchLists(client, list, recommendedCommunitiesQuery(ids));
  const { community } = await client.ensureQueryData(communityQuery(ids));
  await lists;
  return { name: community.name, description: community.description };
}
