import {
  getEditedCategory,
  getEditedCommunity,
  listEditedCategories as listEditedCategoriesEndpoint,
  listEditedCommunities as listEditedCommunitiesEndpoint,
  saveCategory as saveCategoryEndpoint,
  saveCommunity as saveCommunityEndpoint,
} from "@toibako/contract/staff/contents/communities.ts";
import { implement } from "#platform/http/endpoint.ts";
import { Failure } from "#platform/http/failure.ts";
import { saveCategory, saveCommunity } from "../../communities/commands/edit.ts";
import {
  findEditedCategory,
  findEditedCommunity,
  listEditedCategories,
  listEditedCommunities,
} from "../../communities/queries/edited.ts";

/** The communities and their categories, which only admins make and change. */
export const communityContentRoutes = [
  implement(listEditedCategoriesEndpoint, async ({ services, locale }) => ({
    body: { categories: await listEditedCategories(services.db, locale) },
  })),

  implement(getEditedCategory, async ({ services, params }) => {
    const category = await findEditedCategory(services.db, params.id);
    if (!category) throw new Failure("not_found");
    return { body: { category } };
  }),

  implement(saveCategoryEndpoint, async ({ services, viewer, params, body }) => ({
    body: { category: await saveCategory(services, viewer.user.pk, params.id, body) },
  })),

  implement(listEditedCommunitiesEndpoint, async ({ services, locale, query }) => ({
    body: await listEditedCommunities(services.db, locale, query.after),
  })),

  implement(getEditedCommunity, async ({ services, params }) => {
    const community = await findEditedCommunity(services.db, params.id);
    if (!community) throw new Failure("not_found");
    return { body: { community } };
  }),

  implement(saveCommunityEndpoint, async ({ services, viewer, params, body }) => ({
    body: { community: await saveCommunity(services, viewer.user.pk, params.id, body) },
  })),
];
