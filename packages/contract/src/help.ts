import { type Static, Type } from "typebox";
import { Email } from "./accounts.ts";
import { defineEndpoint, limitCalls } from "./endpoint.ts";
import { defineObject, IdInput, Locale, PublicId, Timestamp } from "./shapes.ts";

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

/** The pages whose text staff can replace in the console, and the operator by a file. */
export const replaceableTexts = [...pageSlugs, "faq", "guide"] as const;
export type ReplaceableText = (typeof replaceableTexts)[number];

/** The site's own text of a page: headings, paragraphs, lists and tables, never HTML. */
export const getPage = defineEndpoint({
  name: "getPage",
  summary: "Read the site's own text of a page; 204 if there is none",
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

/** The page of the release notes, without the locale. */
export const releaseNotesPath = "/fxp/release_notes";

/** Whoever was active within this many days gets a notice of a release note. */
export const releaseNoticeDays = 90;

/** A published release note in the language of the request. */
const ReleaseNote = defineObject({
  id: PublicId,
  title: Type.String(),
  body: Type.String(),
  released_at: Timestamp,
  formatted_date_time: Type.String(),
});
export type ReleaseNote = Static<typeof ReleaseNote>;

/** The last 50 release notes, the newest first. */
export const listReleaseNotes = defineEndpoint({
  name: "listReleaseNotes",
  summary: "What is new on this site",
  method: "GET",
  path: "/api/v1/release_notes",
  caller: "anyone",
  response: { 200: defineObject({ release_notes: Type.Array(ReleaseNote) }) },
  errors: [],
  limits: limitCalls(120),
});

/** What the page for everyone counts, in the order of its columns. */
export const publicCountNames = [
  "reports",
  "hidden",
  "warned",
  "suspended",
  "stopped",
  "appeals",
  "appeals_accepted",
  "seals_asked",
  "seals_approved",
  "seals_refused",
  "seals_read",
] as const;
export type PublicCountName = (typeof publicCountNames)[number];

/** Months on the page. */
export const publicMonths = 12;

const Count = Type.Integer({ minimum: 0 });
const counts = Object.fromEntries(publicCountNames.map((name) => [name, Count])) as Record<
  PublicCountName,
  typeof Count
>;
export const PublicMonth = defineObject({
  month: Type.String({ pattern: "^\\d{4}-\\d\\d$" }),
  /** The month in the language of the request. */
  formatted_month: Type.String(),
  ...counts,
});
export type PublicMonth = Static<typeof PublicMonth>;

/** What was reported and what staff did, by month of UTC, until the end of yesterday; this month first. */
export const getTransparency = defineEndpoint({
  name: "getTransparency",
  summary: "How many reports, decisions, appeals and opened records there were, by month",
  method: "GET",
  path: "/api/v1/transparency",
  caller: "anyone",
  response: { 200: defineObject({ months: Type.Array(PublicMonth) }) },
  errors: [],
  limits: limitCalls(120),
});
