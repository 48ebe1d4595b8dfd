import { Type } from "typebox";
import { defineEndpoint } from "../endpoint.ts";
import { Person } from "../friends.ts";
import { defineObject, PageQuery, Pager } from "../shapes.ts";

export const foundPeoplePerPage = 20;

/** Maximum number of accounts that a search finds, so that nobody can list all accounts. */
export const maxFoundPeople = 100;

/**
 * Accounts whose handle or name contains the query, in any spelling. The order is: the account with
 * exactly this handle, accounts with exactly this name, and accounts whose handle or name begins with
 * the query; among these, accounts with more followers come first. A single letter finds only the
 * beginning of a handle or a name; a single Chinese character is found anywhere. Omits accounts that
 * aren't findable, and accounts that block the caller or are blocked by the caller by name.
 */
export const searchPeople = defineEndpoint({
  name: "searchPeople",
  summary: "Accounts, found by handle or name",
  method: "GET",
  path: "/api/v2/users",
  caller: "user",
  query: defineObject({ query: Type.String({ default: "", maxLength: 200 }), page: PageQuery }),
  response: { 200: defineObject({ users: Type.Array(Person), pager: Pager }) },
  errors: ["sign_in_needed", "invalid_fields"],
  limits: [
    { key: "user", max: 60, seconds: 60, on_store_error: "allow" },
    { key: "user", max: 600, seconds: 3600, on_store_error: "allow" },
  ],
});
