import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { defineObject, IdInput } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { buildTypedTexts, Position, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

/** The maximum numbers of characters. */
export const stampLimits = { texts: 64 } as const;
export const stampGroupLimits = { names: 40 } as const;

/** The id of a stamp or group: a short word if it came with a release, and otherwise random. */
const StampId = Type.String({ pattern: "^([A-Za-z0-9_-]{22}|[a-z]+(-[a-z]+)*)$", maxLength: 64 });

/** A stamp as admins edit it, in all languages. Its picture never changes. */
export const EditedStamp = defineObject({
  id: StampId,
  group_id: StampId,
  texts: StoredTexts,
  position: Type.Integer(),
  is_offered: Type.Boolean(),
  picture_url: Type.String(),
  version: Type.Integer(),
});
export type EditedStamp = Static<typeof EditedStamp>;

/** A group of stamps as admins edit it. */
export const EditedStampGroup = defineObject({
  id: StampId,
  names: StoredTexts,
  icon_url: Type.String(),
  position: Type.Integer(),
  is_offered: Type.Boolean(),
  version: Type.Integer(),
});
export type EditedStampGroup = Static<typeof EditedStampGroup>;

const ListedStamp = defineObject({
  id: StampId,
  text: Type.String(),
  is_offered: Type.Boolean(),
  picture_url: Type.String(),
});

export const ListedStampGroup = defineObject({
  id: StampId,
  name: Type.String(),
  is_offered: Type.Boolean(),
  icon_url: Type.String(),
  stamps: Type.Array(ListedStamp),
});
export type ListedStampGroup = Static<typeof ListedStampGroup>;

/** All groups with all their stamps, also those that are not offered, in the reader's language. */
export const listEditedStampGroups = defineEndpoint({
  name: "listEditedStampGroups",
  summary: "Groups of stamps, also those not offered",
  method: "GET",
  path: "/api/v2/adm/stamp_groups",
  caller: "admin",
  response: { 200: defineObject({ stamp_groups: Type.Array(ListedStampGroup) }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedStampGroup = defineEndpoint({
  name: "getEditedStampGroup",
  summary: "A group of stamps in all languages",
  method: "GET",
  path: "/api/v2/adm/stamp_groups/:id",
  caller: "admin",
  params: defineObject({ id: IdInput }),
  response: { 200: defineObject({ stamp_group: EditedStampGroup }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** Saves a group of stamps; the client chooses the id of a new one. */
export const saveStampGroup = defineEndpoint({
  name: "saveStampGroup",
  summary: "Save a group of stamps",
  method: "PUT",
  path: "/api/v2/adm/stamp_groups/:id",
  caller: "admin",
  params: defineObject({ id: StampId }),
  body: defineObject({
    version: ReadVersion,
    names: buildTypedTexts(stampGroupLimits.names),
    /** The address of a stored picture with the shape of an icon. */
    icon_url: Type.String({ maxLength: 100 }),
    position: Position,
    is_offered: Type.Boolean(),
  }),
  response: { 200: defineObject({ stamp_group: EditedStampGroup }) },
  errors: saveErrors,
  limits: limitCalls(120),
});

export const getEditedStamp = defineEndpoint({
  name: "getEditedStamp",
  summary: "A stamp in all languages",
  method: "GET",
  path: "/api/v2/adm/stamps/:id",
  caller: "admin",
  params: defineObject({ id: IdInput }),
  response: { 200: defineObject({ stamp: EditedStamp }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** Saves a stamp. The id of a new one is that of its uploaded picture, with the shape of a stamp. */
export const saveStamp = defineEndpoint({
  name: "saveStamp",
  summary: "Save a stamp",
  method: "PUT",
  path: "/api/v2/adm/stamps/:id",
  caller: "admin",
  params: defineObject({ id: StampId }),
  body: defineObject({
    version: ReadVersion,
    group_id: StampId,
    texts: buildTypedTexts(stampLimits.texts),
    position: Position,
    is_offered: Type.Boolean(),
  }),
  response: { 200: defineObject({ stamp: EditedStamp }) },
  errors: saveErrors,
  limits: limitCalls(120),
});
