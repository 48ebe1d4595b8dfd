import { Type } from "typebox";
import { Email } from "./accounts.ts";
import { defineEndpoint } from "./endpoint.ts";
import { closed, PublicId } from "./shapes.ts";

export const inquiryTopics = ["usage", "account", "report", "payment", "privacy", "other"] as const;
export const inquiryLimit = 2000;

/** Writes to the operator; kept, and mailed where mail is set up. */
export const postInquiry = defineEndpoint({
  name: "postInquiry",
  summary: "Write to the operator",
  method: "POST",
  path: "/api/v2/inquiries",
  caller: "anyone",
  body: closed({
    email: Email,
    topic: Type.Enum([...inquiryTopics]),
    body: Type.String({ maxLength: inquiryLimit * 10 }),
  }),
  response: { 201: closed({ id: PublicId }) },
  errors: ["invalid_fields", "bad_token", "foreign_origin"],
  limits: [{ key: "address", figure: 5, seconds: 3600, when_unreachable: "closed" }],
});
