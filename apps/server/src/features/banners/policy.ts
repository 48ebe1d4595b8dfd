import { readRedirectAddress } from "@toibako/contract/addresses.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import { locales } from "@toibako/contract/locales.ts";
import { maxTargetLength, type saveBanner } from "@toibako/contract/staff/contents/banners.ts";
import {
  computeContrast,
  formatContrast,
  minContrast,
} from "@toibako/contract/staff/contents/contrast.ts";
import type { FieldProblem } from "#platform/http/failure.ts";

type TypedBanner = Input<typeof saveBanner>["body"];

/** Returns where a banner leads: an https address or a path of this site. Undefined for others, such as scripts. */
export function readTarget(typed: string): string | undefined {
  const target = typed.trim();
  if (target.length > maxTargetLength || /[\p{Cc}\p{Cf}\s\\]/u.test(target)) return undefined;
  if (target.startsWith("/")) return readRedirectAddress(target);
  if (!URL.canParse(target)) return undefined;
  const { protocol, username, password, href } = new URL(target);
  const isAccepted = protocol === "https:" && username === "" && password === "";
  return isAccepted && href.length <= 2 * maxTargetLength ? href : undefined;
}

/** The problems of a banner that only its fields together have. */
export function findProblems(banner: TypedBanner): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const ratio = computeContrast(banner.modal_background_color, banner.modal_text_color);
  // Only a modal shows the colours.
  if (banner.kind === "modal" && ratio < minContrast) {
    const parameters = { ratio: formatContrast(ratio), least: minContrast };
    problems.push({ field: "modal_text_color", text_key: "banner_contrast", parameters });
  }
  for (const field of ["starts_at", "ends_at"] as const) {
    if (!isMoment(banner[field])) problems.push({ field, text_key: "invalid_field" });
  }
  if (Date.parse(banner.ends_at) <= Date.parse(banner.starts_at)) {
    problems.push({ field: "ends_at", text_key: "banner_ends_first" });
  }
  if (readTarget(banner.target_uri) === undefined) {
    problems.push({ field: "target_uri", text_key: "banner_target_invalid" });
  }
  return [...problems, ...(banner.is_shown ? findMissingTexts(banner) : [])];
}

/** Whether a date-time can be stored. The format also allows leap seconds, which `Date` doesn't read, and the year 0. */
function isMoment(at: string): boolean {
  const year = new Date(at).getUTCFullYear();
  return year >= 2_000 && year <= 9_999;
}

/** A modal needs a title, and a linked picture alone a text in its place, in each language in which it is shown. */
function findMissingTexts(banner: TypedBanner): FieldProblem[] {
  const field = banner.kind === "modal" ? "modal_titles" : "alternative_texts";
  return locales
    .filter((locale) => banner.locale === "all" || banner.locale === locale)
    .filter((locale) => banner[field][locale].trim() === "")
    .map((locale) => ({ field: `${field}.${locale}`, text_key: "invalid_text_required" }));
}
