import { type Static, Type } from "typebox";
import { Email } from "./accounts.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, Locale, PublicId } from "./shapes.ts";

export const inquiryTopics = [
  "usage",
  "account",
  "community",
  "report",
  "payment",
  "privacy",
  "other",
] as const;
/** Maximum characters of a message; the schema accepts ten times as many code units. */
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

/** The pages with the site's fixed texts, at `/fxp/{slug}`, in the order of the footer. */
export const pageSlugs = [
  "terms",
  "privacy",
  "commercial-transactions",
  "guidelines",
  "company",
] as const;

/** The pages whose text the operator can replace by a file. */
export const replaceableTexts = [...pageSlugs, "faq", "guide"] as const;

/** The operator's own text of a page: headings, paragraphs, lists and tables, never HTML. */
export const getPage = defineEndpoint({
  name: "getPage",
  summary: "Read the operator's own text of a page; 204 if there is none",
  method: "GET",
  path: "/api/v2/pages/:slug",
  caller: "anyone",
  params: defineObject({ slug: IdInput }),
  query: defineObject({ locale: Locale }),
  response: {
    200: defineObject({ page: defineObject({ text: Type.String() }) }),
    204: Type.Null(),
  },
  errors: ["invalid_fields"],
  limits: limitCalls(120),
});

/**
 * A service that people in need can call: its name in its own language, and the number as its site
 * writes it.
 */
const HelpLine = defineObject({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  number: Type.String({ pattern: "^[+0-9][0-9 -]*$", maxLength: 30 }),
  /** Where the number was read: the service's own site. */
  source: Type.String({ pattern: "^https://", maxLength: 300 }),
});

/** Help lines by country, and a directory for all others. Operators may replace all of it by one file. */
export const HelpLines = defineObject({
  /** The day on which the list was compiled, or last compared with its sources. */
  compiled_on: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" }),
  countries: Type.Array(
    defineObject({
      /** Two letters of ISO 3166. */
      country: Type.String({ pattern: "^[A-Z]{2}$" }),
      /** The page's languages in which this country comes first. */
      locales: Type.Array(Locale),
      lines: Type.Array(HelpLine, { minItems: 1 }),
    }),
  ),
  directory: defineObject({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    url: Type.String({ pattern: "^https://", maxLength: 300 }),
  }),
});
export type HelpLines = Static<typeof HelpLines>;

export const getHelpLines = defineEndpoint({
  name: "getHelpLines",
  summary: "Help lines for people in need, by country",
  method: "GET",
  path: "/api/v2/help_lines",
  caller: "anyone",
  response: { 200: HelpLines },
  errors: [],
  limits: limitCalls(120),
});
