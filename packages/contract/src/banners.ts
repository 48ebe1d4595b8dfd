import { type Static, type TSchema, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { locales } from "./locales.ts";
import { defineObject, Locale, PublicId, Timestamp } from "./shapes.ts";

/** Who sees a banner: everybody, only visitors or only accounts. */
export const bannerAudiences = ["all", "visitor", "user"] as const;

/** The languages in which a banner is shown. */
export const bannerLocales = ["all", ...locales] as const;

/** A customised modal with title, text and colours, or a linked picture alone. */
export const bannerKinds = ["modal", "plain"] as const;

/** The size of a banner's picture in pixels, also of the one that stands for a video. */
export const bannerPictureSize = { width: 1200, height: 900 } as const;

/** Maximum number of banners that a call names as closed. */
export const maxClosedBanners = 50;

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The banner that the caller may see now. Without one, `should_show` is false and the other fields are null. */
const Banner = defineObject({
  should_show: Type.Boolean(),
  id: orNull(PublicId),
  /** The address of a picture or of a video. */
  banner_image_uri: orNull(Type.String()),
  /** The still picture of a video; the same as `banner_image_uri` for a picture. */
  still_image_uri: orNull(Type.String()),
  media_kind: orNull(Type.Enum(["picture", "video"])),
  /** The size of the picture or video in pixels. */
  width: orNull(Type.Integer()),
  height: orNull(Type.Integer()),
  alternative_text: orNull(Type.String()),
  /** An https address, or a path of this site. */
  banner_target_uri: orNull(Type.String()),
  /** Null for a linked picture alone, as the other texts and colours of the modal. */
  modal_title: orNull(Type.String()),
  modal_description: orNull(Type.String()),
  modal_background_color: orNull(Type.String()),
  modal_text_color: orNull(Type.String()),
  starts_at: orNull(Timestamp),
  ends_at: orNull(Timestamp),
  locale: orNull(Type.Enum([...bannerLocales])),
  audience: orNull(Type.Enum([...bannerAudiences])),
  priority: orNull(Type.Integer()),
});
export type Banner = Static<typeof Banner>;

/** The banner with the highest priority that the caller may see now in this language, except those that it has closed. */
export const getBanner = defineEndpoint({
  name: "getBanner",
  summary: "The banner to show now",
  method: "GET",
  path: "/api/v2/banners",
  caller: "anyone",
  query: defineObject({
    locale: Type.Optional(Locale),
    /** The ids of the banners that were closed in this browser, separated by commas. */
    closed: Type.Optional(
      Type.String({
        maxLength: 23 * maxClosedBanners,
        pattern: "^[A-Za-z0-9_-]{22}(,[A-Za-z0-9_-]{22})*$",
      }),
    ),
  }),
  response: { 200: Banner },
  errors: [],
  limits: limitCalls(120),
});
