import { type Static, Type } from "typebox";
import { CurrentUser } from "./accounts.ts";
import { avatars } from "./avatars.ts";
import { cardThemes } from "./cards.ts";
import { timeZoneLength } from "./dates.ts";
import { defineEndpoint } from "./endpoint.ts";
import { mlFilters } from "./filters.ts";
import { defineObject } from "./shapes.ts";

/** Maximum length of a name or an introduction in code units, before its characters are counted. */
const maxCodeUnits = 10_000;

/** The settings of an account; omitted fields stay unchanged. */
export const Settings = defineObject({
  displaying_name: Type.Optional(Type.String({ maxLength: maxCodeUnits })),
  self_introduction: Type.Optional(Type.String({ maxLength: maxCodeUnits })),
  is_show_sensitive_content: Type.Optional(Type.Boolean()),
  is_receive_baton: Type.Optional(Type.Boolean()),
  is_batch_answer_to_stamp: Type.Optional(Type.Boolean()),
  is_receive_community_question: Type.Optional(Type.Boolean()),
  use_ngword_filter: Type.Optional(Type.Boolean()),
  ml_filter: Type.Optional(Type.Enum([...mlFilters])),
  /** The name of a time zone, such as `Europe/Berlin`; dates are shown in it. */
  time_zone: Type.Optional(Type.String({ maxLength: timeZoneLength })),
  /** The drawing that stands for the account. */
  avatar: Type.Optional(Type.Enum([...avatars])),
  card_theme: Type.Optional(Type.Enum([...cardThemes])),
});
export type Settings = Static<typeof Settings>;

/** Saves settings of the signed-in account and returns the updated user. */
export const putUser = defineEndpoint({
  name: "putUser",
  summary: "Save settings of the signed-in account",
  method: "PUT",
  path: "/api/v1/user",
  caller: "user",
  body: Settings,
  response: { 200: defineObject({ user: CurrentUser }) },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "user", max: 300, seconds: 3600, on_store_error: "allow" }],
});
