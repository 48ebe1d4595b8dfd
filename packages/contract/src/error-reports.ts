import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { closed } from "./shapes.ts";

/**
 * What went wrong in a browser, without anything of the person: the fault's name, where in our code,
 * and on which kind of page (`/$locale/q/$uuid`, never the address itself).
 */
export const postErrorReport = defineEndpoint({
  name: "postErrorReport",
  summary: "Report a fault of the page, without personal data",
  method: "POST",
  path: "/api/v2/error_reports",
  caller: "anyone",
  body: closed({
    name: Type.String({ maxLength: 100 }),
    route: Type.String({ maxLength: 200 }),
    stack: Type.String({ maxLength: 2000 }),
  }),
  response: { 204: Type.Null() },
  errors: ["invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "address", figure: 30, seconds: 60, when_unreachable: "open" }],
});
