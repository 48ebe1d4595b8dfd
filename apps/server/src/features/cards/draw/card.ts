import type { Avatar } from "@toibako/contract/avatars.ts";
import type { CardFormat, CardTheme } from "@toibako/contract/cards.ts";
import type { Locale } from "@toibako/contract/locales.ts";

/** The size that social networks show without cropping, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** The size of a phone's screen. Apps cover the margins at the top and bottom with their own controls. */
export const tallSize = { width: 1080, height: 1920, margin: 250 } as const;

/** The stamp id that replaces the content of a sensitive question. */
export const sensitiveStampId = "sensitive";

/** The content of a card. Texts may have any length. */
export interface Card {
  kind: "question" | "answer" | "profile" | "site" | "diagnosis" | "room";
  /**
   * The question, the introduction of a profile, a tagline for the site, what somebody got from a game, or the title of a
   * room.
   */
  text: string;
  answer_text?: string;
  /** The title of a diagnosis game. */
  title?: string;
  /** What a room is about. */
  description?: string;
  /** How many members a room has. */
  members_count?: number;
  displaying_name?: string;
  account?: string;
  /** "#" and the name of the community that was asked; replaces the handle. */
  community?: string;
  /** The receiver's language; it decides the labels on the card and the shapes of Han characters. */
  locale: Locale;
  /** Default: mint; the card of the site is always mint. */
  theme?: CardTheme;
  /** The avatar of `account`; drawn if there is no `picture`. */
  avatar?: Avatar;
  /** The id of the account's uploaded picture. */
  picture_id?: string;
  /** The file of the picture, a square WebP; read when the card is drawn. */
  picture?: Uint8Array;
  /** The format of a question, an answer or a room; default: wide. Other cards are always wide. */
  format?: CardFormat;
  /** Whether it is a small preview of a theme, 480 pixels wide, or 360 if tall. */
  is_preview?: boolean;
  /** Whether the question is the welcome letter, which the service asks. */
  is_welcome?: boolean;
  /** The stamp of a question, whose text is `text`. */
  stamp_id?: string;
  /** The file of a stamp's uploaded picture, a square WebP; read when the card is drawn. */
  stamp_picture?: Uint8Array;
  /** The choices of a question, in order. */
  options?: readonly string[];
  /** The index of the chosen option, from 0; on answers only. */
  chosen_option?: number;
  /** The address of the receiver's box, without the protocol; shown on tall cards. */
  link?: string;
}
