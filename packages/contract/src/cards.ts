import { Type } from "typebox";
import { defineEndpoint, type Limit } from "./endpoint.ts";
import { defineObject } from "./shapes.ts";

/** The themes of cards; the first is the default. */
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
export const CardTheme = Type.Enum([...cardThemes]);

/** `wide` is what social networks show beside a link, `tall` fills the screen of a phone. */
export const cardFormats = ["wide", "tall"] as const;

export type CardFormat = (typeof cardFormats)[number];

const common = { seconds: 60, on_store_error: "allow" } as const;

/**
 * Limits of the pictures that are drawn for a request and never stored: those in another theme than the owner's, of rooms
 * and of results of games. A picture that is still in memory isn't counted.
 */
export const drawingLimits: readonly Limit[] = [
  { key: "user", max: 60, ...common },
  { key: "visitor", max: 60, ...common },
  // Of a school, or of a social network that shows links to rooms.
  { key: "visitor_network", max: 300, ...common },
];

/**
 * Gives the share image of one's profile a new path, so that social networks fetch it again, and draws
 * it if its content has changed; returns the path.
 */
export const postOgpImage = defineEndpoint({
  name: "postOgpImage",
  summary: "Redraw the share image of one's profile",
  method: "POST",
  path: "/api/v2/ogp_images",
  caller: "user",
  response: { 201: defineObject({ image_url: Type.String() }) },
  errors: ["sign_in_needed", "overloaded", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});
