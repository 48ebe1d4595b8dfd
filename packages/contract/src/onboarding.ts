import { Type } from "typebox";
import { CurrentUser, genderTypes } from "./accounts.ts";
import { defineEndpoint, type Input, limitCalls } from "./endpoint.ts";
import { mlFilters } from "./filters.ts";
import { BirthdayFields, emailChangeLimit } from "./settings.ts";
import { defineObject } from "./shapes.ts";

export const tutorialStatuses = [
  "not_started",
  "first_step",
  "second_step",
  "third_step",
  "fourth_step",
  "fifth_step",
] as const;
export type TutorialStatus = (typeof tutorialStatuses)[number];

const Tutorial = defineObject({ tutorial_status: Type.Enum([...tutorialStatuses]) });

/** The progress of the signed-in user in the tutorials of home and talks. */
export const getTutorial = defineEndpoint({
  name: "getTutorial",
  summary: "Progress in the tutorial",
  method: "GET",
  path: "/api/v1/user/tutorial",
  caller: "user",
  response: { 200: Tutorial },
  errors: ["sign_in_needed"],
  limits: limitCalls(120),
});

export const putTutorial = defineEndpoint({
  name: "putTutorial",
  summary: "Save the progress in the tutorial",
  method: "PUT",
  path: "/api/v1/user/tutorial",
  caller: "user",
  body: Tutorial,
  response: { 200: Tutorial },
  errors: ["sign_in_needed", "invalid_fields", "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** A text of the form. The handler, not the schema, checks it, so that errors name the reason. */
const FormText = Type.Optional(Type.String({ maxLength: 1_000 }));
const Flag = Type.Optional(Type.Boolean());

/**
 * Saves what is entered in the onboarding; omitted fields stay unchanged. The handle can be changed
 * until `sign_up_complete` is sent. Another email address needs the identity confirmation, as in `putUser`.
 * Errors name each refused field in `details`.
 */
export const putInitialSetting = defineEndpoint({
  name: "putInitialSetting",
  summary: "Save what is entered in the onboarding",
  method: "PUT",
  path: "/api/v1/user/profiles/initial_setting",
  caller: "user",
  reaches_others: true,
  body: defineObject({
    user: Type.Optional(
      defineObject({
        ...BirthdayFields,
        account: FormText,
        displaying_name: FormText,
        gender: Type.Optional(Type.Enum([...genderTypes])),
        email: FormText,
        is_send_email: Flag,
      }),
    ),
    user_status: Type.Optional(
      defineObject({ ml_filter: Type.Optional(Type.Enum([...mlFilters])) }),
    ),
    is_auto_recruit: Flag,
    is_receive_dm: Flag,
    is_receive_baton: Flag,
    use_ngword_filter: Flag,
    sign_up_complete: Type.Optional(Type.Literal(true)),
  }),
  files: ["user[icon]"],
  response: { 200: defineObject({ user: CurrentUser }) },
  errors: [
    "sign_in_needed",
    "confirmation_needed",
    "invalid_fields",
    "form_validation_failed",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 60, seconds: 3600, on_store_error: "allow" }, emailChangeLimit],
});
export type InitialSetting = Input<typeof putInitialSetting>["body"];
