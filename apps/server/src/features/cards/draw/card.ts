import type { CardFormat, CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";

/** The size that social networks show whole, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** The size of a phone's screen; apps lay their own things over the margins at top and bottom. */
export const tallSize = { width: 1080, height: 1920, margin: 250 } as const;

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
  /** Mint when absent; the site has its own look. */
  theme?: CardTheme;
  /** Of a question; wide when absent. All else is wide. */
  format?: CardFormat;
  /** Small, for choosing among looks: 480 pixels wide, or 360 when it is tall. */
  is_preview?: boolean;
  /** A question asked with a picture: its text in `locale` stands in place of `text`. */
  stamp_id?: string;
  /** Of a question to choose at: what one could answer, in order. */
  options?: readonly string[];
  /** Which of them was picked, from 0; on answers only. */
  chosen_option?: number;
  /** Where the receiver can be asked, as one would type it; stands on tall cards. */
  link?: string;
}
