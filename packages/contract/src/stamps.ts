import { type Static, Type } from "typebox";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, Locale } from "./shapes.ts";

const Picture = defineObject({ url: Type.String() });

/** A stamp. `id` is a short word that never changes. */
export const Stamp = defineObject({
  id: Type.String(),
  /** The question that it stands for, in the requested language. */
  text: Type.String(),
  stamp_image: Picture,
  card_image: Picture,
});
export type Stamp = Static<typeof Stamp>;

/** The stamp of a question; null for other questions. */
export const ShownStamp = Type.Union([
  defineObject({ id: Type.String(), stamp_image: Picture }),
  Type.Null(),
]);
export type ShownStamp = Static<typeof ShownStamp>;

export const StampGroup = defineObject({
  id: Type.String(),
  name: Type.String(),
  icon_image: Picture,
  stamps: Type.Array(Stamp),
});
export type StampGroup = Static<typeof StampGroup>;

/** All stamps by group, in the order in which they are offered. */
export const listStampGroups = defineEndpoint({
  name: "listStampGroups",
  summary: "Stamps to ask by",
  method: "GET",
  path: "/api/v2/stamp_groups",
  caller: "anyone",
  query: defineObject({ locale: Type.Optional(Locale) }),
  response: { 200: Type.Array(StampGroup) },
  errors: [],
  limits: limitCalls(120),
});
