import {
  getEditedAdTag,
  listEditedAdTags,
  saveAdTag,
} from "@toibako/contract/staff/contents/ad-tags.ts";
import { implement } from "#platform/http/endpoint.ts";
import { saveTag } from "../../ads/commands.ts";
import { findEditedTag, listEditedTags } from "../../ads/queries.ts";

export const adTagContentRoutes = [
  implement(listEditedAdTags, async ({ services }) => ({
    body: { ad_tags: await listEditedTags(services.db) },
  })),

  implement(getEditedAdTag, async ({ services, params }) => ({
    body: { ad_tag: await findEditedTag(services.db, params.slot) },
  })),

  implement(saveAdTag, async ({ services, viewer, params, body }) => ({
    body: { ad_tag: await saveTag(services, viewer.user.pk, params.slot, body) },
  })),
];
