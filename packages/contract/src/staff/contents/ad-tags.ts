import { type Static, Type } from "typebox";
import { adSlots, adTagTypes } from "../../ads/slots.ts";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { defineObject } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { ReadVersion, saveErrors } from "./content.ts";

/** Pixels, and bytes of a tag's text in UTF-8. */
export const adTagLimits = { width: 1_000, height: 600, body_bytes: 64 * 1024 } as const;

const maxIdLength = 64;
const TagId = Type.String({ pattern: "^[A-Za-z0-9_-]*$", maxLength: maxIdLength });

const Slot = Type.Enum([...adSlots]);

/** What a network calls its native units; empty without one. */
const nativeIds = {
  ios_group_id: TagId,
  ios_unit_id: TagId,
  android_group_id: TagId,
  android_unit_id: TagId,
};

const typedFields = {
  tag_type: Type.Enum([...adTagTypes]),
  id: TagId,
  width: Type.Integer({ minimum: 1, maximum: adTagLimits.width }),
  height: Type.Integer({ minimum: 1, maximum: adTagLimits.height }),
  /** Without a text, and with another type than `none`, the slot shows the site's own banner, or nothing. */
  body: Type.String({ maxLength: adTagLimits.body_bytes }),
  ...nativeIds,
};

/** The tag of a slot as admins edit it. */
export const EditedAdTag = defineObject({
  slot: Slot,
  ...typedFields,
  version: Type.Integer(),
});
export type EditedAdTag = Static<typeof EditedAdTag>;

const ListedAdTag = defineObject({
  slot: Slot,
  tag_type: Type.Enum([...adTagTypes]),
  width: Type.Integer(),
  height: Type.Integer(),
  has_body: Type.Boolean(),
  has_native_ids: Type.Boolean(),
});
export type ListedAdTag = Static<typeof ListedAdTag>;

/** The slots for which a tag is stored. */
export const listEditedAdTags = defineEndpoint({
  name: "listEditedAdTags",
  summary: "Tags of advertising networks",
  method: "GET",
  path: "/api/v2/adm/ad_tags",
  caller: "admin",
  response: { 200: defineObject({ ad_tags: Type.Array(ListedAdTag) }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedAdTag = defineEndpoint({
  name: "getEditedAdTag",
  summary: "The tag of a slot",
  method: "GET",
  path: "/api/v2/adm/ad_tags/:slot",
  caller: "admin",
  params: defineObject({ slot: Slot }),
  response: { 200: defineObject({ ad_tag: EditedAdTag }) },
  errors: [...staffErrors, "invalid_fields"],
  limits: limitCalls(240),
});

/** Saves the tag of a slot, which all pages show from then on. */
export const saveAdTag = defineEndpoint({
  name: "saveAdTag",
  summary: "Save the tag of a slot",
  method: "PUT",
  path: "/api/v2/adm/ad_tags/:slot",
  caller: "admin",
  params: defineObject({ slot: Slot }),
  body: defineObject({ version: ReadVersion, ...typedFields }),
  response: { 200: defineObject({ ad_tag: EditedAdTag }) },
  errors: saveErrors,
  limits: limitCalls(120),
});
