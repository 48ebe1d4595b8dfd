import { isHandle } from "@toibako/contract/handles.ts";
import { listItems } from "@toibako/contract/items.ts";
import type { PublicUser } from "@toibako/contract/profiles.ts";
import { getNews, getUser, listMostLiked } from "@toibako/contract/profiles.ts";
import { api } from "#lib/http/client.ts";

export const userQuery = (account: string) => api.query(getUser, { params: { id: account } });

/** The answers of an account, 3 per page. */
export const itemsQuery = (account: string, page: number) =>
  api.pageQuery(
    listItems,
    page,
    (number, position) => ({
      query: { type: "answered" as const, account, page: String(number), ...position },
    }),
    ({ items }) => items.map(({ answer_id }) => answer_id),
  );

/** What has arrived for the account since yesterday. */
export const newsQuery = () => api.query(getNews);

export const mostLikedQuery = (account: string) => api.query(listMostLiked, { query: { account } });

/**
 * Whether the name in the address is a former handle of the account. The name may also be its present
 * handle, or its id, which is longer than a handle may be.
 */
export function isFormerHandle(nameInAddress: string, { account }: PublicUser): boolean {
  return isHandle(nameInAddress) && nameInAddress.toLowerCase() !== account.toLowerCase();
}
