import type { HeldKind } from "@toibako/contract/privacy.ts";

const sentQuestionKinds = ["sent", "sent_waiting", "sent_answered", "sent_to_communities"] as const;

/**
 * The kinds of held data in each table. A test compares this and `tablesWithoutPeople` with the tables of the
 * database, so that no new table is forgotten.
 */
export const heldKindsByTable: Record<string, readonly HeldKind[]> = {
  "public.users": ["profile", "email", "password", "settings"],
  "public.user_names": ["profile"],
  "public.identities": ["linked_providers"],
  "public.identity_tokens": ["provider_tokens"],
  "public.social_starts": ["authorization_requests"],
  "public.sessions": ["sessions"],
  "public.mail_links": ["mail_links"],
  "public.totp_factors": ["second_factor"],
  "public.recovery_codes": ["recovery_codes"],
  "public.passkeys": ["passkeys"],
  "public.passkey_challenges": ["passkey_challenges"],
  "public.push_subscriptions": ["push_subscriptions"],
  "public.questions": [
    "received_unread",
    "received_confirmed",
    "received_hidden",
    "received_held",
    "received_deleted",
    ...sentQuestionKinds,
  ],
  "public.welcome_letters": [
    "received_unread",
    "received_confirmed",
    "received_hidden",
    "received_deleted",
  ],
  "public.answers": ["answers"],
  "public.batons": ["batons"],
  "public.reports": ["reports"],
  "public.community_reports": ["community_reports"],
  "public.community_members": ["communities"],
  "public.community_mutes": ["community_mutes"],
  "public.ng_words": ["own_words"],
  "public.blocks": ["blocks", "blocks_by_others"],
  "public.sent_questions": [...sentQuestionKinds],
  "public.sealed_senders": ["sealed_senders", "sealed_addresses"],
  "public.read_states": ["read_states", "unread_answers"],
  "public.answer_likes": ["likes"],
  "public.like_toggles": ["like_toggles"],
  "public.adopted_visitors": ["adopted_visitors"],
  "public.follows": ["follows", "followers"],
  "public.friend_imports": ["imported_followers"],
  "public.imported_followers": ["imported_followers"],
  "public.notices": ["notices"],
  "public.received_notices": ["notices"],
  "public.badges": ["badges"],
  "public.achievements": ["achievements"],
  "public.closed_handles": ["closed_handles"],
  "public.inquiries": ["inquiries"],
  "public.archive_exports": ["archive_exports"],
  "public.archive_imports": ["archive_imports"],
  "public.brought_answers": ["brought_answers"],
  "public.brought_reports": ["brought_reports"],
  // Enqueued jobs contain the id of a question, an answer or an account.
  "pgboss.job": ["jobs"],
  "pgboss.job_common": ["jobs"],
};

/** The kinds of held data outside the tables: in the browser and in rate-limit counters. */
export const heldKindsOutsideTables: readonly HeldKind[] = [
  "visitor_cookie",
  "browser_cookies",
  "rate_limits",
];

/**
 * Tables without data about people. Nothing writes to `audit` yet. The job queue also creates a table `queue_stats_<number>` every
 * day.
 */
export const tablesWithoutPeople: readonly string[] = [
  "public.audit",
  "public.audit_head",
  "public.community_categories",
  "public.communities",
  "public.community_hours",
  "public.community_languages",
  "public.community_questions",
  "public.recommended_answers",
  "public.similar_communities",
  "public.migrations",
  "pgboss.bam",
  "pgboss.job_dependency",
  "pgboss.queue",
  "pgboss.queue_stats",
  "pgboss.schedule",
  "pgboss.subscription",
  "pgboss.version",
  "pgboss.warning",
];

/** The columns of `users` for each kind of held data. A test compares them with the table. */
export const userColumnsByHeldKind: Record<
  "profile" | "email" | "password" | "settings",
  readonly string[]
> = {
  profile: [
    "pk",
    "id",
    "account",
    "account_changed_at",
    "displaying_name",
    "self_introduction",
    "icon_url",
    "birthday",
    "gender_type",
    "answers_count",
    "brought_answers_count",
    "answer_likes_count",
    "follows_count",
    "followers_count",
    "unread_questions_count",
    "confirmed_questions_count",
    "hidden_questions_count",
    "held_questions_count",
    "created_at",
    "active_on",
    "away_since",
    "left_at",
    "destroyed_at",
    "share_image_revision",
    "role",
  ],
  email: ["email", "confirmed_email", "email_reminded_on"],
  password: ["password_hash"],
  settings: [
    "locale",
    "time_zone",
    "is_receive_dm",
    "is_show_sensitive_content",
    "is_receive_baton",
    "is_batch_answer_to_stamp",
    "is_findable",
    "is_receive_community_question",
    "community_question_on",
    "is_auto_recruit",
    "has_chosen_auto_recruit",
    "is_auto_message_recruit",
    "recruited_at",
    "use_ngword_filter",
    "ml_filter",
    "card_theme",
    "calm_until",
    "is_show_display_notify",
    "is_send_email",
    "digest_on",
    "digest_until_hour",
    "sign_up_complete",
    "tutorial_status",
    "community_tutorial_status",
    "has_seen_community_suggestions",
  ],
};
