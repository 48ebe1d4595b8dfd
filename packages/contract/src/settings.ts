import { type Static, Type } from "typebox";
import { CurrentUser, Email, genderTypes } from "./accounts.ts";
import { avatars } from "./avatars.ts";
import { CardTheme } from "./cards.ts";
import { timeZoneLength } from "./dates.ts";
import { defineEndpoint } from "./endpoint.ts";
import { mlFilters } from "./filters.ts";
import { handlePattern } from "./handles.ts";
import { defineObject } from "./shapes.ts";

/** Maximum length of a name or an introduction in code units, before its characters are counted. */
const maxCodeUnits = 10_000;

/**
 * The settings of an account, as in `CurrentUser`; omitted fields stay unchanged. The settings of a new account are the
 * defaults of the columns of `users` (`apps/server/src/migrations/`), except its time zone.
 */
export const Settings = defineObject({
  displaying_name: Type.Optional(Type.String({ maxLength: maxCodeUnits })),
  self_introduction: Type.Optional(Type.String({ maxLength: maxCodeUnits })),
  /** A new address, which gets mails once it is confirmed; an empty text removes the address. */
  email: Type.Optional(Type.Union([Email, Type.Enum([""])])),
  is_show_sensitive_content: Type.Optional(Type.Boolean()),
  is_receive_baton: Type.Optional(Type.Boolean()),
  /** Requires a birthday and an age of 18 or more. */
  is_receive_dm: Type.Optional(Type.Boolean()),
  is_show_display_notify: Type.Optional(Type.Boolean()),
  /** Mails go out once the address is confirmed. */
  is_send_email: Type.Optional(Type.Boolean()),
  gender_type: Type.Optional(Type.Enum([...genderTypes])),
  is_batch_answer_to_stamp: Type.Optional(Type.Boolean()),
  is_receive_community_question: Type.Optional(Type.Boolean()),
  /** Whether others find the account by its handle or name. */
  is_findable: Type.Optional(Type.Boolean()),
  use_ngword_filter: Type.Optional(Type.Boolean()),
  ml_filter: Type.Optional(Type.Enum([...mlFilters])),
  /** The name of a time zone, such as `Europe/Berlin`; dates are shown in it. */
  time_zone: Type.Optional(Type.String({ maxLength: timeZoneLength })),
  /** The drawing that stands for the account. */
  avatar: Type.Optional(Type.Enum([...avatars])),
  card_theme: Type.Optional(CardTheme),
});
export type Settings = Static<typeof Settings>;

/**
 * A number, or the text of a form. The handler checks the date, so that its error can name the
 * reason.
 */
const DatePart = Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 20 })]));

/** The fields of a date of birth; all three are needed. */
export const BirthdayFields = {
  birthday_year: DatePart,
  birthday_month: DatePart,
  birthday_day: DatePart,
};

/**
 * Saves the picture, the gender or the birthday of the signed-in account. The picture is a PNG, JPEG, GIF
 * or WebP; the server keeps the square in its middle. The birthday can be set once. At least one of the
 * three is required; a call without any fails with the error of a missing birthday.
 */
export const putProfile = defineEndpoint({
  name: "putProfile",
  summary: "Save picture, gender or birthday of the signed-in account",
  method: "PUT",
  path: "/api/v1/user/profiles",
  caller: "user",
  reaches_others: true,
  body: defineObject({
    user: Type.Optional(
      defineObject({ ...BirthdayFields, gender: Type.Optional(Type.Enum([...genderTypes])) }),
    ),
  }),
  files: ["user[icon]"],
  response: { 200: defineObject({ user: CurrentUser }) },
  errors: [
    "sign_in_needed",
    "invalid_fields",
    "form_validation_failed",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "allow" }],
});

/** Counts changes of the email address, each of which sends a mail. */
export const emailChangeLimit = {
  key: "user",
  max: 10,
  seconds: 86_400,
  on_store_error: "refuse",
  is_counted_by_handler: true,
} as const;

/** Saves settings of the signed-in account and returns the updated user. */
export const putUser = defineEndpoint({
  name: "putUser",
  summary: "Save settings of the signed-in account",
  method: "PUT",
  path: "/api/v1/user",
  caller: "user",
  body: Settings,
  response: { 200: defineObject({ user: CurrentUser }) },
  errors: [
    "sign_in_needed",
    "confirmation_needed",
    "invalid_fields",
    "form_validation_failed",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 300, seconds: 3600, on_store_error: "allow" }, emailChangeLimit],
});

/**
 * Changes the handle of the signed-in account, once in `handleChangeDays`. The former handle stays
 * closed to others for `closedHandleDays`, and its addresses lead to the account. Changing only the
 * letter case is always allowed and closes nothing. Requires the identity confirmation.
 */
export const putAccount = defineEndpoint({
  name: "putAccount",
  summary: "Change the handle of the signed-in account",
  method: "PUT",
  path: "/api/v2/me/account",
  caller: "user",
  reaches_others: true,
  body: defineObject({ account: Type.String({ pattern: handlePattern }) }),
  response: { 200: defineObject({ user: CurrentUser }) },
  errors: [
    "sign_in_needed",
    "confirmation_needed",
    "invalid_fields",
    "refused",
    "bad_token",
    "foreign_origin",
  ],
  // Limited like the registration, because the reply reveals whether a handle is taken.
  limits: [{ key: "user", max: 20, seconds: 3600, on_store_error: "refuse" }],
});
