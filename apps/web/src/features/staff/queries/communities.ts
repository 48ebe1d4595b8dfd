import type { QueryClient } from "@tanstack/react-query";
import { type CardTheme, cardThemes } from "@toibako/contract/cards.ts";
import { noTexts } from "@toibako/contract/locales.ts";
import {
  type EditedCategory,
  type EditedCommunity,
  getEditedCategory,
  getEditedCommunity,
  listEditedCategories,
  listEditedCommunities,
  saveCategory,
  saveCommunity,
} from "@toibako/contract/staff/contents/communities.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  lastPosition,
  readNumber,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

/** Stands for the id of a content whose id is not chosen yet. No id has this sign. */
export const unnamedId = "_";

export const editedCategoriesQuery = () => api.query(listEditedCategories);

export const editedCommunitiesQuery = (after: string | undefined) =>
  api.query(listEditedCommunities, { query: after === undefined ? {} : { after } });

/** A category, or the beginning of a new one. */
export const editedCategoryQuery = (id: string) => ({
  queryKey: [getEditedCategory.name, id],
  queryFn: async ({ client }: { client: QueryClient }): Promise<StoredContent> => {
    if (id === unnamedId) return newCategory;
    const { category } = await api.read(client, getEditedCategory, { params: { id } });
    return toStoredCategory(category);
  },
});

const toStoredCategory = ({ version, names, position }: EditedCategory): StoredContent => ({
  version,
  values: { ...spreadTexts("names", names), position: String(position) },
});

const newCategory: StoredContent = {
  version: newVersion,
  values: { ...spreadTexts("names", noTexts), id: "", position: lastPosition },
};

export const saveCategoryOf = (id: string, version: number, values: ContentValues) =>
  send(saveCategory, {
    params: { id },
    body: {
      version,
      names: collectTexts("names", values),
      position: readNumber(values.position),
    },
  });

/** A community, or the beginning of a new one. */
export const editedCommunityQuery = (id: string) => ({
  queryKey: [getEditedCommunity.name, id],
  queryFn: async ({ client }: { client: QueryClient }): Promise<StoredContent> => {
    if (id === unnamedId) return newCommunity;
    const { community } = await api.read(client, getEditedCommunity, { params: { id } });
    return toStoredCommunity(community);
  },
});

function toStoredCommunity(community: EditedCommunity): StoredContent {
  const { version, names, descriptions, rules, position, ...texts } = community;
  return {
    version,
    values: {
      ...spreadTexts("names", names),
      ...spreadTexts("descriptions", descriptions),
      ...spreadTexts("rules", rules),
      ...texts,
      position: String(position),
    },
  };
}

const newCommunity: StoredContent = {
  version: newVersion,
  values: {
    ...spreadTexts("names", noTexts),
    ...spreadTexts("descriptions", noTexts),
    ...spreadTexts("rules", noTexts),
    id: "",
    category_id: "",
    position: lastPosition,
    card_theme: cardThemes[0],
    icon_uri: "",
    main_image_uri: "",
  },
};

export const saveCommunityOf = (id: string, version: number, values: ContentValues) =>
  send(saveCommunity, {
    params: { id },
    body: {
      version,
      names: collectTexts("names", values),
      descriptions: collectTexts("descriptions", values),
      rules: collectTexts("rules", values),
      category_id: values.category_id ?? "",
      position: readNumber(values.position),
      card_theme: values.card_theme as CardTheme,
      icon_uri: values.icon_uri ?? "",
      main_image_uri: values.main_image_uri ?? "",
    },
  });

/** Reads everything again, because many pages name communities and their categories. */
export const refreshCommunities = (client: QueryClient): Promise<void> =>
  client.invalidateQueries();
