import { searchPeople } from "@toibako/contract/friends/search.ts";
import { api } from "#lib/http/client.ts";

/** Accounts whose handle or name contains the query. */
export const foundPeopleQuery = (query: string, page: number) =>
  api.query(searchPeople, { query: { query, page: String(page) } });
