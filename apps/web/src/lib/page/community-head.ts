import type { Locale } from "@toibako/contract/locales.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { buildPageHead } from "./head.ts";

/** The part of a community that the head of its pages contains. */
export interface CommunityInHead {
  name: string;
  description: string;
}

/**
 * Returns the head of a page that lists the members or the questions of a community; empty if the page's loader
 * has failed.
 */
export function buildCommunityHead(
  locale: Locale,
  title: "communities.members_title" | "communities.questions_title",
  community: CommunityInHead | undefined,
) {
  if (!community) return {};
  const { name, description } = community;
  return buildPageHead({ locale, title: getTexts(locale).t(title, { name }), description });
}
