import { listItems } from "@toibako/contract/items.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { api } from "#lib/http/client.ts";

export const userQuery = (account: string) => api.query(getUser, { params: { id: account } });

/** The answers of an account, 3 per page. */
export const itemsQuery = (account: string, page: number) =>
  api.query(listItems, { query: { type: "answered", account, page: String(page) } });
