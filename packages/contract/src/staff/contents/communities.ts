import { type Static, Type } from "typebox";
import { CardTheme } from "../../cards.ts";
import { CommunitySlug } from "../../communities.ts";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { afterQuery, defineObject, IdInput } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { buildTypedTexts, Position, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

export const categoryLimits = { names: 20 } as const;
export const communityLimits = { names: 9, descriptions: 120, rules: 400 } as const;

export const editedCommunitiesPerPage = 50;

const PictureUrl = Type.String({ maxLength: 200 });

/** A category of communities as admins edit it, in all languages. */
export const EditedCategory = defineObject({
  id: CommunitySlug,
  position: Type.Integer(),
  names: StoredTexts,
  version: Type.Integer(),
});
export type EditedCategory = Static<typeof EditedCategory>;

/** A community as admins edit it, in all languages. */
export const EditedCommunity = defineObject({
  id: CommunitySlug,
  category_id: CommunitySlug,
  position: Type.Integer(),
  card_theme: CardTheme,
  icon_uri: Type.String(),
  main_image_uri: Type.String(),
  names: StoredTexts,
  descriptions: StoredTexts,
  rules: StoredTexts,
  version: Type.Integer(),
});
export type EditedCommunity = Static<typeof EditedCommunity>;

/** A category in the list, in the reader's language. */
const ListedCategory = defineObject({ id: CommunitySlug, name: Type.String() });

/** A community in the list, in the reader's language. */
const ListedCommunity = defineObject({
  id: CommunitySlug,
  name: Type.String(),
  category_name: Type.String(),
});

const params = defineObject({ id: IdInput });

export const listEditedCategories = defineEndpoint({
  name: "listEditedCategories",
  summary: "Categories of communities",
  method: "GET",
  path: "/api/v2/adm/community_categories",
  caller: "admin",
  response: { 200: defineObject({ categories: Type.Array(ListedCategory) }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedCategory = defineEndpoint({
  name: "getEditedCategory",
  summary: "A category of communities in all languages",
  method: "GET",
  path: "/api/v2/adm/community_categories/:id",
  caller: "admin",
  params,
  response: { 200: defineObject({ category: EditedCategory }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/** Saves a category. The id is part of addresses, so it never changes; the name is unique in each language. */
export const saveCategory = defineEndpoint({
  name: "saveCategory",
  summary: "Save a category of communities",
  method: "PUT",
  path: "/api/v2/adm/community_categories/:id",
  caller: "admin",
  params,
  body: defineObject({
    version: ReadVersion,
    position: Position,
    names: buildTypedTexts(categoryLimits.names),
  }),
  response: { 200: defineObject({ category: EditedCategory }) },
  errors: saveErrors,
  limits: limitCalls(120),
});

export const listEditedCommunities = defineEndpoint({
  name: "listEditedCommunities",
  summary: "Communities by their categories",
  method: "GET",
  path: "/api/v2/adm/communities",
  caller: "admin",
  query: defineObject(afterQuery),
  response: {
    200: defineObject({ communities: Type.Array(ListedCommunity), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedCommunity = defineEndpoint({
  name: "getEditedCommunity",
  summary: "A community in all languages",
  method: "GET",
  path: "/api/v2/adm/communities/:id",
  caller: "admin",
  params,
  response: { 200: defineObject({ community: EditedCommunity }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/**
 * Saves a community. The ids of the community and of its category are part of addresses, so they never change; the name is
 * unique in each language. The pictures are addresses from `postContentPicture`, or those that are stored.
 */
export const saveCommunity = defineEndpoint({
  name: "saveCommunity",
  summary: "Save a community",
  method: "PUT",
  path: "/api/v2/adm/communities/:id",
  caller: "admin",
  params,
  body: defineObject({
    version: ReadVersion,
    category_id: IdInput,
    position: Position,
    card_theme: CardTheme,
    icon_uri: PictureUrl,
    main_image_uri: PictureUrl,
    names: buildTypedTexts(communityLimits.names),
    descriptions: buildTypedTexts(communityLimits.descriptions),
    rules: buildTypedTexts(communityLimits.rules),
  }),
  response: { 200: defineObject({ community: EditedCommunity }) },
  errors: saveErrors,
  limits: limitCalls(120),
});
