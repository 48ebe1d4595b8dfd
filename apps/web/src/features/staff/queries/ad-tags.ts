import type { QueryClient } from "@tanstack/react-query";
import type { AdSlot, AdTagType } from "@toibako/contract/ads/slots.ts";
import { getAdTags } from "@toibako/contract/ads.ts";
import {
  type EditedAdTag,
  getEditedAdTag,
  listEditedAdTags,
  saveAdTag,
} from "@toibako/contract/staff/contents/ad-tags.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  readNumber,
  refreshCalls,
  type StoredContent,
} from "./content-values.ts";

export const editedAdTagsQuery = () => api.query(listEditedAdTags);

export const editedAdTagQuery = (slot: AdSlot) => api.query(getEditedAdTag, { params: { slot } });

export const toStoredTag = ({
  slot: _,
  version,
  width,
  height,
  ...texts
}: EditedAdTag): StoredContent => ({
  version,
  values: { ...texts, width: String(width), height: String(height) },
});

export const saveAdTagOf = (slot: AdSlot, version: number, values: ContentValues) =>
  send(saveAdTag, {
    params: { slot },
    body: {
      version,
      // The form's choices are the types.
      tag_type: values.tag_type as AdTagType,
      id: values.id?.trim() ?? "",
      width: readNumber(values.width),
      height: readNumber(values.height),
      body: values.body ?? "",
      ios_group_id: values.ios_group_id?.trim() ?? "",
      ios_unit_id: values.ios_unit_id?.trim() ?? "",
      android_group_id: values.android_group_id?.trim() ?? "",
      android_unit_id: values.android_unit_id?.trim() ?? "",
    },
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshAdTags = (client: QueryClient) =>
  refreshCalls(client, [getEditedAdTag, listEditedAdTags, getAdTags]);
