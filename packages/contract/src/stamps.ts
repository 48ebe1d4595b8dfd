import { type Static, Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed, Locale } from "./shapes.ts";

const Picture = closed({ url: Type.String() });

/** A picture that asks. `id` is a short word that is kept for ever. */
export const Stamp = closed({
  id: Type.String(),
  /** The question that it stands for, in the asked language. */
  text: Type.String(),
  stamp_image: Picture,
  card_image: Picture,
});
export type Stamp = Static<typeof Stamp>;

/** The stamp that a question was asked by; null when it was asked otherwise. */
export const ShownStamp = Type.Union([
  closed({ id: Type.String(), stamp_image: Picture }),
  Type.Null(),
]);
export type ShownStamp = Static<typeof ShownStamp>;

export const StampGroup = closed({
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
  query: closed({ locale: Type.Optional(Locale) }),
  response: { 200: Type.Array(StampGroup) },
  errors: [],
});
