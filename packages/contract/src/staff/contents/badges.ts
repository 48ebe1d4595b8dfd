import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { navigationBadges } from "../../notices.ts";
import { defineObject, Timestamp } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { ReadVersion, saveErrors } from "./content.ts";

/** Only accounts that were active within this many days get a badge that admins give. */
export const badgeDays = 90;

/** When a badge was last given, and to how many accounts so far. */
export const GivenBadge = defineObject({
  keyword: Type.Enum([...navigationBadges]),
  given_at: Type.Union([Timestamp, Type.Null()]),
  given_count: Type.Integer(),
  /** Whether further accounts are getting it. */
  is_running: Type.Boolean(),
  version: Type.Integer(),
});
export type GivenBadge = Static<typeof GivenBadge>;

/** The badges that admins can give. */
export const listGivenBadges = defineEndpoint({
  name: "listGivenBadges",
  summary: "Badges of the navigation and when each was given",
  method: "GET",
  path: "/api/v2/adm/badges",
  caller: "admin",
  response: { 200: defineObject({ badges: Type.Array(GivenBadge) }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/**
 * Gives a badge to everybody who was active within `badgeDays`; opening its place clears it. A repeated call does
 * nothing, and neither does the second of two calls with the same version.
 */
export const giveBadge = defineEndpoint({
  name: "giveBadge",
  summary: "Mark a place of the navigation as new",
  method: "PUT",
  path: "/api/v2/adm/badges/:keyword",
  caller: "admin",
  params: defineObject({ keyword: Type.Enum([...navigationBadges]) }),
  body: defineObject({ version: ReadVersion }),
  response: { 200: defineObject({ badge: GivenBadge }) },
  errors: saveErrors,
  limits: limitCalls(60),
});
