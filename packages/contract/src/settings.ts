import { type Static, Type } from "typebox";
import { CurrentUser } from "./accounts.ts";
import { cardThemes } from "./cards.ts";
import { defineEndpoint } from "./endpoint.ts";
import { mlFilters } from "./filters.ts";
import { closed } from "./shapes.ts";

/** How long a name or an introduction may be on the wire, before its characters are counted. */
const codeUnits = 10_000;

/** What somebody sets for themself; what is not named stays as it is. */
export const Settings = closed({
  displaying_name: Type.Optional(Type.String({ maxLength: codeUnits })),
  self_introduction: Type.Optional(Type.String({ maxLength: codeUnits })),
  is_show_sensitive_content: Type.Optional(Type.Boolean()),
  is_receive_baton: Type.Optional(Type.Boolean()),
  is_batch_answer_to_stamp: Type.Optional(Type.Boolean()),
  use_ngword_filter: Type.Optional(Type.Boolean()),
  ml_filter: Type.Optional(Type.Enum([...mlFilters])),
  /** The name of a time zone, such as `Europe/Berlin`; dates are written by it. */
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
  card_theme: Type.Optional(Type.Enum([...cardThemes])),
});
export type Settings = Static<typeof Settings>;

/** Saves settings of the active account and answers the person as they are then. */
export const putUser = defineEndpoint({
  name: "putUser",
  summary: "Save settings of the active account",
  method: "PUT",
  path: "/api/v1/user",
  caller: "user",
  body: Settings,
  response: { 200: closed({ user: CurrentUser }) },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "user", figure: 300, seconds: 3600, when_unreachable: "open" }],
});
