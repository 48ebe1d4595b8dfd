import { Type } from "typebox";
import { Email } from "./accounts.ts";
import { defineEndpoint } from "./endpoint.ts";
import { defineObject, IdInPath, Locale, PublicId } from "./shapes.ts";

export const inquiryTopics = ["usage", "account", "report", "payment", "privacy", "other"] as const;
export const inquiryLimit = 2000;

/** Sends a message to the operator; stored, and mailed if mail is configured. */
export const postInquiry = defineEndpoint({
  name: "postInquiry",
  summary: "Write to the operator",
  method: "POST",
  path: "/api/v2/inquiries",
  caller: "anyone",
  body: defineObject({
    email: Email,
    topic: Type.Enum([...inquiryTopics]),
    body: Type.String({ maxLength: inquiryLimit * 10 }),
  }),
  response: { 201: defineObject({ id: PublicId }) },
  errors: ["invalid_fields", "key_reused", "bad_token", "foreign_origin"],
  limits: [{ key: "address", max: 5, seconds: 3600, on_store_error: "refuse" }],
});

/** The site's own pages to read, `/fxp/{slug}`, as the footer lists them. */
export const pageSlugs = [
  "terms",
  "privacy",
  "commercial-transactions",
  "guidelines",
  "company",
] as const;

/** The pages whose text the operator can replace by a file. */
export const replaceableTexts = [...pageSlugs, "faq", "guide"] as const;

/** The operator's own text of a page: headings, paragraphs and lists, never HTML. */
export const getPage = defineEndpoint({
  name: "getPage",
  summary: "Read the operator's own text of a page; 204 if there is none",
  method: "GET",
  path: "/api/v2/pages/:slug",
  caller: "anyone",
  params: defineObject({ slug: IdInPath }),
  query: defineObject({ locale: Locale }),
  response: {
    200: defineObject({ page: defineObject({ text: Type.String() }) }),
    204: Type.Null(),
  },
  errors: ["invalid_fields"],
});
