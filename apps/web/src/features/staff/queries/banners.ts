import type { QueryClient } from "@tanstack/react-query";
import { getBanner } from "@toibako/contract/banners.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import { noTexts } from "@toibako/contract/locales.ts";
import {
  type EditedBanner,
  getEditedBanner,
  listEditedBanners,
  saveBanner,
} from "@toibako/contract/staff/contents/banners.ts";
import { api, send } from "#lib/http/client.ts";
import {
  type ContentValues,
  collectTexts,
  contentQuery,
  readNumber,
  refreshCalls,
  type StoredContent,
  spreadTexts,
} from "./content-values.ts";

export const editedBannersQuery = (after: string | undefined) =>
  api.query(listEditedBanners, { query: after === undefined ? {} : { after } });

const millisecondsPerHour = 3_600_000;
const firstDays = 7;

/** A banner, or the first values of a new one: of a week that begins with the next hour. */
export const editedBannerQuery = (id: string) =>
  contentQuery(
    getEditedBanner,
    id,
    async (client) =>
      toStored((await api.read(client, getEditedBanner, { params: { id } })).banner),
    createFirstValues(),
  );

function createFirstValues(): ContentValues {
  const start = Math.ceil(Date.now() / millisecondsPerHour) * millisecondsPerHour;
  return {
    ...spreadTexts("modal_titles", noTexts),
    ...spreadTexts("modal_descriptions", noTexts),
    ...spreadTexts("alternative_texts", noTexts),
    kind: "modal",
    image_uri: "",
    video_uri: "",
    target_uri: "",
    modal_background_color: "#ffffff",
    modal_text_color: "#1f2933",
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + firstDays * 24 * millisecondsPerHour).toISOString(),
    locale: "all",
    audience: "all",
    priority: "100",
    is_shown: "false",
  };
}

const toStored = ({
  id: _id,
  version,
  modal_titles,
  modal_descriptions,
  alternative_texts,
  video_uri,
  priority,
  is_shown,
  ...rest
}: EditedBanner): StoredContent => ({
  version,
  values: {
    ...rest,
    ...spreadTexts("modal_titles", modal_titles),
    ...spreadTexts("modal_descriptions", modal_descriptions),
    ...spreadTexts("alternative_texts", alternative_texts),
    video_uri: video_uri ?? "",
    priority: String(priority),
    is_shown: String(is_shown),
  },
});

type BannerBody = Input<typeof saveBanner>["body"];

export const saveBannerOf = (id: string, version: number, values: ContentValues) =>
  send(saveBanner, {
    params: { id },
    body: {
      version,
      // The choices of the form; the server refuses others.
      kind: values.kind as BannerBody["kind"],
      locale: values.locale as BannerBody["locale"],
      audience: values.audience as BannerBody["audience"],
      image_uri: values.image_uri ?? "",
      video_uri: values.video_uri || null,
      target_uri: values.target_uri ?? "",
      modal_titles: collectTexts("modal_titles", values),
      modal_descriptions: collectTexts("modal_descriptions", values),
      alternative_texts: collectTexts("alternative_texts", values),
      modal_background_color: values.modal_background_color ?? "",
      modal_text_color: values.modal_text_color ?? "",
      starts_at: values.starts_at ?? "",
      ends_at: values.ends_at ?? "",
      priority: readNumber(values.priority),
      is_shown: values.is_shown === "true",
    },
  });

/** Reads again what a save has changed, or somebody else. */
export const refreshBanners = (client: QueryClient) =>
  refreshCalls(client, [getEditedBanner, listEditedBanners, getBanner]);
