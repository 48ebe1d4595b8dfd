import type { GenderType, Provider } from "@toibako/contract/accounts.ts";
import type { CardTheme } from "@toibako/contract/cards.ts";
import type { CommunityTutorialStatus } from "@toibako/contract/communities.ts";
import type { Role } from "@toibako/contract/endpoint.ts";
import type { MlFilter } from "@toibako/contract/filters.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import type { TutorialStatus } from "@toibako/contract/onboarding.ts";
import { millisecondsPerDay } from "#platform/durations.ts";

/** The signed-in account, as read with its session. `CurrentUser` of the contract explains the settings. */
export interface SessionUser {
  pk: number;
  id: string;
  account: string;
  /** When the owner last changed the handle. */
  account_changed_at: Date | null;
  displaying_name: string;
  self_introduction: string;
  icon_url: string | null;
  /** The address that was entered last. */
  email: string | null;
  /** The address to which mails go. */
  confirmed_email: string | null;
  has_password: boolean;
  locale: Locale;
  time_zone: string;
  is_show_sensitive_content: boolean;
  is_receive_baton: boolean;
  is_batch_answer_to_stamp: boolean;
  use_ngword_filter: boolean;
  ml_filter: MlFilter;
  card_theme: CardTheme;
  provider: Provider[];
  /** Whether the link to the account's box is posted on X once a week. */
  is_auto_recruit: boolean;
  /** Whether `is_auto_recruit` was ever saved. */
  has_chosen_auto_recruit: boolean;
  /** Whether the link that asks for messages is posted on X once a week. */
  is_auto_message_recruit: boolean;
  unread_questions_count: number;
  is_receive_community_question: boolean;
  /** Whether searches find the account. */
  is_findable: boolean;
  community_tutorial_status: CommunityTutorialStatus;
  tutorial_status: TutorialStatus;
  is_receive_dm: boolean;
  /** Whether the account has accepted the terms of messages. */
  is_message_tos_showed: boolean;
  /** Whether every page has a bar about new questions, answers and notices. */
  is_show_display_notify: boolean;
  is_send_email: boolean;
  gender_type: GenderType;
  /** Such as `2000-01-31`. */
  birthday: string | null;
  /** Whether the account has completed the onboarding. */
  sign_up_complete: boolean;
  /** The role of an account of staff. */
  role: Role | null;
  /** Until when the account is suspended; null if it isn't. */
  suspended_until: Date | null;
}

/** Who sent a request: an account, or a visitor with or without a cookie. */
export interface Viewer {
  user: SessionUser | undefined;
  /**
   * The same in all requests of an account or visitor. Tables and counters store values that are derived
   * from it, each kind with a key of its own. The identity of a visitor itself is stored too, but sealed.
   */
  identity: Buffer | undefined;
  /** The key under which the likes of this viewer are stored. */
  like_actor: Buffer | undefined;
  /** Identities of the visitors who later signed in to this account; the account owns their questions. */
  adopted_identities: Buffer[];
  /** The hour in which the visitor cookie was created; undefined without a visitor cookie. */
  visitor_since: Date | undefined;
}

/** Somebody who can send questions: an account, or a visitor with a cookie. */
export interface Sender extends Viewer {
  identity: Buffer;
  like_actor: Buffer;
}

export interface SignedIn extends Sender {
  user: SessionUser;
}

/** All identities whose questions belong to the viewer: its own and those of its adopted visitors. */
export function listOwnIdentities({ identity, adopted_identities }: Viewer): Buffer[] {
  return identity === undefined ? [] : [identity, ...adopted_identities];
}

/** Whether the viewer has no account, and no visitor cookie that is at least a day old. */
export function isNewVisitor({ user, visitor_since }: Viewer): boolean {
  if (user) return false;
  return !visitor_since || Date.now() - visitor_since.getTime() < millisecondsPerDay;
}
