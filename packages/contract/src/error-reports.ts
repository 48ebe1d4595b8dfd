import { Type } from "typebox";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject } from "./shapes.ts";

/**
 * Reports an error of a page without personal data: its name, its stack and the route's pattern
 * (`/$locale/q/$uuid`, never the address itself).
 */
export const postErrorReport = defineEndpoint({
  name: "postErrorReport",
  summary: "Report an error of a page, without personal data",
  method: "POST",
  path: "/api/v2/error_reports",
  serves_stale_tabs: true,
  caller: "anyone",
  body: defineObject({
    name: Type.String({ maxLength: 100 }),
    route: Type.String({ maxLength: 200 }),
    stack: Type.String({ maxLength: 2000 }),
  }),
  response: { 204: Type.Null() },
  errors: ["invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 30, seconds: 60, on_store_error: "allow" }],
});
