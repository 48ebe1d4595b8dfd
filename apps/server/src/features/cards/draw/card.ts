import type { Locale } from "@toibako/contract/locales.ts";

/** The size that social networks show whole, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** What a card shows. Absent texts leave their place empty; every text may be of any length. */
export interface Card {
  kind: "question" | "answer" | "profile" | "site";
  /** The question; for a profile its introduction; for the site a tagline in place of the usual one. */
  text: string;
  answer_text?: string;
  displaying_name?: string;
  account?: string;
  /** The receiver's page: chooses the words on the card and the regional shapes of Han characters. */
  locale: Locale;
  theme?: "sheet";
}
