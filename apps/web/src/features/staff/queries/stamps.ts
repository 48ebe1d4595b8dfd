import type { QueryClient } from "@tanstack/react-query";
import { noTexts } from "@toibako/contract/locales.ts";
import { formatPictureUrl } from "@toibako/contract/pictures.ts";
import {
  type EditedStamp,
  type EditedStampGroup,
  getEditedStamp,
  getEditedStampGroup,
  listEditedStampGroups,
  saveStamp,
  saveStampGroup,
} from "@toibako/contract/staff/contents/stamps.ts";
import { listStampGroups } from "@toibako/contract/stamps.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  contentQuery,
  lastPosition,
  readNumber,
  refreshCalls,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

export const editedStampGroupsQuery = () => api.query(listEditedStampGroups);

/** A stamp, or the first values of the one that will show the uploaded picture `id`. */
export const editedStampQuery = (id: string) =>
  contentQuery(
    getEditedStamp,
    id,
    async (client) => toStamp((await api.read(client, getEditedStamp, { params: { id } })).stamp),
    {
      picture_url: formatPictureUrl(id),
      ...spreadTexts("texts", noTexts),
      group_id: "",
      position: lastPosition,
      is_offered: "true",
    },
  );

const toStamp = ({
  version,
  texts,
  position,
  is_offered,
  ...rest
}: EditedStamp): StoredContent => ({
  version,
  values: {
    picture_url: rest.picture_url,
    group_id: rest.group_id,
    ...spreadTexts("texts", texts),
    position: String(position),
    is_offered: String(is_offered),
  },
});

export const saveStampOf = (id: string, version: number, values: ContentValues) =>
  send(saveStamp, {
    params: { id },
    body: {
      version,
      group_id: values.group_id ?? "",
      texts: collectTexts("texts", values),
      position: readNumber(values.position),
      is_offered: values.is_offered === "true",
    },
  });

/** A group of stamps, or the first values of a new one. */
export const editedStampGroupQuery = (id: string) =>
  contentQuery(
    getEditedStampGroup,
    id,
    async (client) => {
      const { stamp_group } = await api.read(client, getEditedStampGroup, { params: { id } });
      return toGroup(stamp_group);
    },
    {
      icon_url: "",
      ...spreadTexts("names", noTexts),
      position: lastPosition,
      is_offered: "true",
    },
  );

const toGroup = ({
  version,
  icon_url,
  names,
  position,
  is_offered,
}: EditedStampGroup): StoredContent => ({
  version,
  values: {
    icon_url,
    ...spreadTexts("names", names),
    position: String(position),
    is_offered: String(is_offered),
  },
});

export const saveStampGroupOf = (id: string, version: number, values: ContentValues) =>
  send(saveStampGroup, {
    params: { id },
    body: {
      version,
      icon_url: values.icon_url ?? "",
      names: collectTexts("names", values),
      position: readNumber(values.position),
      is_offered: values.is_offered === "true",
    },
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshStamps = (client: QueryClient) =>
  refreshCalls(client, [
    getEditedStamp,
    getEditedStampGroup,
    listEditedStampGroups,
    listStampGroups,
  ]);
