import { type Static, Type } from "typebox";
import { adSlots, adTagTypes } from "./ads/slots.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject } from "./shapes.ts";

const AdTag = defineObject({
  /** The network's id of the slot. */
  id: Type.String(),
  /** In pixels. */
  width: Type.Integer(),
  height: Type.Integer(),
  body: Type.String(),
  tag_type: Type.Enum([...adTagTypes]),
});
export type AdTag = Static<typeof AdTag>;

/**
 * The operator's tag for a slot. Empty without one, in the inbox, for people under 18 and for people with the plan. Pages
 * show the tag in the frame at `adFramePath`, never in themselves.
 */
export const getAdTags = defineEndpoint({
  name: "getAdTags",
  summary: "The tag of an advertising network for a slot",
  method: "GET",
  path: "/api/v2/ad_tags",
  caller: "anyone",
  query: defineObject({ slot: Type.Enum([...adSlots]) }),
  response: { 200: defineObject({ ad_tags: Type.Array(AdTag, { maxItems: 1 }) }) },
  errors: ["invalid_fields"],
  limits: limitCalls(240),
});
