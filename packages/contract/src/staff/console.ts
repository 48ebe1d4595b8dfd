import { Type } from "typebox";
import { defineEndpoint, limitCalls } from "../endpoint.ts";
import { TypedCode, UsedCredential } from "../factors.ts";
import { defineObject } from "../shapes.ts";

/** Minutes after which the console closes unless `renewConsole` is called. */
export const consoleMinutes = 60;

/** Errors of every endpoint of staff. */
export const staffErrors = ["forbidden", "console_closed"] as const;
/** Errors of every write of staff. */
export const staffWriteErrors = [
  ...staffErrors,
  "invalid_fields",
  "bad_token",
  "foreign_origin",
] as const;

/** Opens the console for the caller's session, by a code of the authenticator app or by a passkey. */
export const enterConsole = defineEndpoint({
  name: "enterConsole",
  summary: "Enter the console of staff with a second factor",
  method: "POST",
  path: "/api/v2/adm/entries",
  caller: "moderator",
  is_console_entry: true,
  body: defineObject({
    code: Type.Optional(TypedCode),
    credential: Type.Optional(UsedCredential),
  }),
  response: { 204: Type.Null() },
  errors: [
    "forbidden",
    "invalid_fields",
    "wrong_code",
    "wrong_passkey",
    "foreign_passkey",
    "bad_token",
    "foreign_origin",
  ],
  limits: [{ key: "user", max: 30, seconds: 3600, on_store_error: "refuse" }],
});

/**
 * Keeps the console open for another `consoleMinutes`. Pages call it when somebody presses or types; no other call
 * renews, because pages also read lists and cases by a timer.
 */
export const renewConsole = defineEndpoint({
  name: "renewConsole",
  summary: "Keep the console of staff open",
  method: "PUT",
  path: "/api/v2/adm/entries",
  caller: "moderator",
  response: { 204: Type.Null() },
  errors: [...staffErrors, "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});

/** Closes the console and gives back the cases that the caller holds. */
export const leaveConsole = defineEndpoint({
  name: "leaveConsole",
  summary: "Leave the console of staff",
  method: "DELETE",
  path: "/api/v2/adm/entries",
  caller: "moderator",
  response: { 204: Type.Null() },
  errors: [...staffErrors, "bad_token", "foreign_origin"],
  limits: limitCalls(60),
});
