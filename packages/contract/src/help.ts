import { Type } from "typebox";
import { Email } from "./accounts.ts";
import { defineEndpoint } from "./endpoint.ts";
import { closed, IdInPath, Locale, PublicId } from "./shapes.ts";

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

/** The site's own pages to read, `/fxp/{slug}`, as the footer lists them. */
export const pageSlugs = [
  "terms",
  "privacy",
  "commercial-transactions",
  "guidelines",
  "company",
] as const;

/** The texts that an operator may replace by files of their own. */
export const replaceableTexts = [...pageSlugs, "faq", "guide"] as const;

/** The operator's own text of a page: headings, paragraphs and lists, never HTML. */
export const getPage = defineEndpoint({
  name: "getPage",
  summary: "Read the operator's own text of a page; 204 where the built-in one stands",
  method: "GET",
  path: "/api/v2/pages/:slug",
  caller: "anyone",
  params: closed({ slug: IdInPath }),
  query: closed({ locale: Locale }),
  response: { 200: closed({ page: closed({ text: Type.String() }) }), 204: Type.Null() },
  errors: ["invalid_fields"],
});
