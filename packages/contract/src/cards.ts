import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed } from "./shapes.ts";

/** How a question's card may look; the first is the look of whoever has chosen none. */
export const cardThemes = [
  "mint",
  "night",
  "sakura",
  "washi",
  "sunset",
  "forest",
  "lavender",
  "mono",
] as const;

export type CardTheme = (typeof cardThemes)[number];

/** `wide` is what social networks show beside a link, `tall` fills the screen of a phone. */
export const cardFormats = ["wide", "tall"] as const;

export type CardFormat = (typeof cardFormats)[number];

/** The share image of one's profile, for social networks: a path of this site. */
export const postOgpImage = defineEndpoint({
  name: "postOgpImage",
  summary: "Draw the share image of one's profile anew",
  method: "POST",
  path: "/api/v2/ogp_images",
  caller: "user",
  response: { 201: closed({ image_url: Type.String() }) },
  errors: ["sign_in_needed", "overloaded", "bad_token", "foreign_origin"],
  limits: [{ key: "user", figure: 30, seconds: 3600, when_unreachable: "closed" }],
});
