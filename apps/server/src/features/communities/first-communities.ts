import { readFileSync } from "node:fs";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { TranslatedText } from "@toibako/contract/locales.ts";
import data from "./first-communities.json" with { type: "json" };

interface FirstCategory {
  id: string;
  names: TranslatedText;
}

/** A community of a first install. Its drawings are `pictures/icons/<id>.svg` and `pictures/banners/<id>.svg`. */
export interface FirstCommunity {
  id: string;
  category_id: string;
  card_theme: CardTheme;
  names: TranslatedText;
  descriptions: TranslatedText;
  rules: TranslatedText;
}

/**
 * The categories and communities of a first install. Communities with equally many members are listed in this
 * order.
 */
export const firstCategories: readonly FirstCategory[] = data.categories;
export const firstCommunities: readonly FirstCommunity[] = data.communities as FirstCommunity[];

/** Reads a drawing of one of `firstCommunities`. */
export function readCommunityPicture(kind: "icons" | "banners", id: string): Buffer {
  return readFileSync(new URL(`./pictures/${kind}/${id}.svg`, import.meta.url));
}
