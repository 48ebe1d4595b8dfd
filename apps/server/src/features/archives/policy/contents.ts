import type { AccountKind } from "@toibako/contract/privacy.ts";
import type { RecordKind } from "./records.ts";

/**
 * Why a kind of held data is not in the archive. `secret`: it would let others sign in, or is stored encrypted for
 * safety. `others`: other people's actions. `technical`: the site needs it temporarily.
 */
type OmissionReason = "secret" | "others" | "technical";

/** For each kind of held data: the kind of file that contains it, or why no file does. */
export const archiveContents: Record<AccountKind, RecordKind | "account" | OmissionReason> = {
  profile: "account",
  email: "account",
  password: "secret",
  second_factor: "secret",
  recovery_codes: "secret",
  passkeys: "secret",
  passkey_challenges: "technical",
  settings: "account",
  linked_providers: "account",
  provider_tokens: "secret",
  authorization_requests: "technical",
  sessions: "secret",
  mail_links: "secret",
  push_subscriptions: "secret",
  browser_cookies: "technical",
  received_unread: "questions",
  received_confirmed: "questions",
  received_hidden: "questions",
  received_held: "questions",
  // The account itself has deleted them.
  received_deleted: "technical",
  reports: "others",
  community_reports: "others",
  brought_reports: "others",
  answers: "answers",
  brought_answers: "brought",
  batons: "others",
  own_words: "account",
  blocks: "account",
  sent: "sent",
  sent_waiting: "sent",
  sent_answered: "sent",
  sent_to_communities: "sent",
  sealed_senders: "secret",
  sealed_addresses: "secret",
  unread_answers: "technical",
  read_states: "technical",
  likes: "likes",
  like_toggles: "technical",
  blocks_by_others: "others",
  adopted_visitors: "secret",
  follows: "follows",
  followers: "others",
  imported_followers: "others",
  communities: "account",
  community_mutes: "account",
  closed_handles: "technical",
  notices: "technical",
  badges: "technical",
  achievements: "account",
  inquiries: "account",
  archive_exports: "technical",
  archive_imports: "technical",
  rate_limits: "technical",
  jobs: "technical",
};
