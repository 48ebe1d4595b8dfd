import { type Static, Type } from "typebox";
import { bannerAudiences, bannerKinds, bannerLocales } from "../../banners.ts";
import { defineEndpoint, limitCalls } from "../../endpoint.ts";
import { afterQuery, defineObject, IdInput, PublicId, Timestamp } from "../../shapes.ts";
import { staffErrors } from "../console.ts";
import { buildTypedTexts, ReadVersion, StoredTexts, saveErrors } from "./content.ts";

/** The maximum numbers of characters. */
export const bannerLimits = {
  modal_titles: 60,
  modal_descriptions: 500,
  alternative_texts: 200,
} as const;
export const maxTargetLength = 500;
const maxPriority = 9_999;

export const editedBannersPerPage = 50;

const Color = Type.String({ pattern: "^#[0-9a-f]{6}$" });

const settings = {
  kind: Type.Enum([...bannerKinds]),
  /** The addresses of a stored picture, and of a stored video which it stands for until the video plays. */
  image_uri: Type.String({ maxLength: 100 }),
  video_uri: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
  modal_background_color: Color,
  modal_text_color: Color,
  starts_at: Timestamp,
  ends_at: Timestamp,
  locale: Type.Enum([...bannerLocales]),
  audience: Type.Enum([...bannerAudiences]),
  /** Of several banners, the one with the largest number is shown. */
  priority: Type.Integer({ minimum: 0, maximum: maxPriority }),
  is_shown: Type.Boolean(),
};

/** A banner as admins edit it, in all languages. */
export const EditedBanner = defineObject({
  id: PublicId,
  ...settings,
  target_uri: Type.String(),
  modal_titles: StoredTexts,
  modal_descriptions: StoredTexts,
  alternative_texts: StoredTexts,
  version: Type.Integer(),
});
export type EditedBanner = Static<typeof EditedBanner>;

/** A banner in the list. */
const ListedBanner = defineObject({
  id: PublicId,
  /** In the reader's language, or in another one; empty if it has none. */
  title: Type.String(),
  starts_at: settings.starts_at,
  ends_at: settings.ends_at,
  locale: settings.locale,
  audience: settings.audience,
  priority: settings.priority,
  is_shown: settings.is_shown,
});
export type ListedBanner = Static<typeof ListedBanner>;

/** All banners, those that end last first. */
export const listEditedBanners = defineEndpoint({
  name: "listEditedBanners",
  summary: "Banners, also those that are not shown",
  method: "GET",
  path: "/api/v2/adm/banners",
  caller: "admin",
  query: defineObject(afterQuery),
  response: {
    200: defineObject({ banners: Type.Array(ListedBanner), has_more: Type.Boolean() }),
  },
  errors: staffErrors,
  limits: limitCalls(240),
});

export const getEditedBanner = defineEndpoint({
  name: "getEditedBanner",
  summary: "A banner in all languages",
  method: "GET",
  path: "/api/v2/adm/banners/:id",
  caller: "admin",
  params: defineObject({ id: IdInput }),
  response: { 200: defineObject({ banner: EditedBanner }) },
  errors: staffErrors,
  limits: limitCalls(240),
});

/**
 * Saves a banner; the client chooses the id of a new one. A banner that is shown needs the texts of its languages: a title
 * for a modal, and an alternative text for a linked picture alone.
 */
export const saveBanner = defineEndpoint({
  name: "saveBanner",
  summary: "Save a banner",
  method: "PUT",
  path: "/api/v2/adm/banners/:id",
  caller: "admin",
  params: defineObject({ id: PublicId }),
  body: defineObject({
    version: ReadVersion,
    ...settings,
    target_uri: Type.String({ maxLength: 2 * maxTargetLength }),
    modal_titles: buildTypedTexts(bannerLimits.modal_titles),
    modal_descriptions: buildTypedTexts(bannerLimits.modal_descriptions),
    alternative_texts: buildTypedTexts(bannerLimits.alternative_texts),
  }),
  response: { 200: defineObject({ banner: EditedBanner }) },
  errors: saveErrors,
  limits: limitCalls(120),
});
