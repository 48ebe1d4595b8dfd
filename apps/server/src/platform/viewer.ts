import type { Provider } from "@toibako/contract/accounts.ts";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { MlFilter } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";

/** The signed-in person, as read with their session. */
export interface SessionUser {
  pk: number;
  id: string;
  account: string;
  displaying_name: string;
  self_introduction: string;
  icon_url: string | null;
  email: string | null;
  locale: Locale;
  time_zone: string;
  is_show_sensitive_content: boolean;
  is_receive_baton: boolean;
  is_batch_answer_to_stamp: boolean;
  use_ngword_filter: boolean;
  ml_filter: MlFilter;
  card_theme: CardTheme;
  provider: Provider[];
  is_auto_recruit: boolean;
  is_auto_message_recruit: boolean;
  unread_questions_count: number;
}

/** Whoever calls: with a session, with a visitor cookie, or with neither. */
export interface Viewer {
  user: SessionUser | undefined;
  /** The same for the same person or visitor; leads back to nobody without the secret key. */
  sender_key: Buffer | undefined;
}

/** Somebody who can send: a person, or a visitor who has a cookie. */
export interface Sender extends Viewer {
  sender_key: Buffer;
}

export interface SignedIn extends Sender {
  user: SessionUser;
}
