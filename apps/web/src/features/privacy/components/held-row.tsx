import type { HeldEntry, HeldKind } from "@toibako/contract/privacy.ts";
import { Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import { type TextKey, type TextsOfLocale, useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";

/** The kinds whose names need no explanation. */
type KindWithoutNote =
  | "sent_answered"
  | "unread_answers"
  | "likes"
  | "email"
  | "authorization_requests"
  | "passkey_challenges"
  | "received_confirmed"
  | "received_held"
  | "reports"
  | "community_reports"
  | "brought_reports"
  | "own_words"
  | "follows"
  | "followers"
  | "imported_followers"
  | "community_mutes"
  | "rooms"
  | "room_blocks"
  | "badges"
  | "achievements";

type KindWithNote = Exclude<HeldKind, KindWithoutNote>;

const notes = {
  visitor_cookie: "privacy.visitor_cookie_note",
  sent: "privacy.sent_note",
  sent_waiting: "privacy.sent_waiting_note",
  sent_to_communities: "privacy.sent_to_communities_note",
  sealed_senders: "privacy.sealed_senders_note",
  sealed_addresses: "privacy.sealed_addresses_note",
  read_states: "privacy.read_states_note",
  like_toggles: "privacy.like_toggles_note",
  talks_received: "privacy.talks_received_note",
  talks_started: "privacy.talks_started_note",
  messages: "privacy.messages_note",
  talk_reports: "privacy.talk_reports_note",
  talk_reports_by_others: "privacy.talk_reports_by_others_note",
  blocks_by_others: "privacy.blocks_by_others_note",
  rate_limits: "privacy.rate_limits_note",
  jobs: "privacy.jobs_note",
  profile: "privacy.profile_note",
  password: "privacy.password_note",
  second_factor: "privacy.second_factor_note",
  recovery_codes: "privacy.recovery_codes_note",
  passkeys: "privacy.passkeys_note",
  settings: "privacy.settings_note",
  linked_providers: "privacy.linked_providers_note",
  provider_tokens: "privacy.provider_tokens_note",
  sessions: "privacy.sessions_note",
  mail_links: "privacy.mail_links_note",
  push_subscriptions: "privacy.push_subscriptions_note",
  browser_cookies: "privacy.browser_cookies_note",
  received_unread: "privacy.received_unread_note",
  received_hidden: "privacy.received_hidden_note",
  received_deleted: "privacy.received_deleted_note",
  answers: "privacy.answers_note",
  brought_answers: "privacy.brought_answers_note",
  batons: "privacy.batons_note",
  blocks: "privacy.blocks_note",
  adopted_visitors: "privacy.adopted_visitors_note",
  communities: "privacy.communities_note",
  closed_handles: "privacy.closed_handles_note",
  payment_card: "privacy.payment_card_note",
  payments: "privacy.payments_note",
  survey_answers: "privacy.survey_answers_note",
  notices: "privacy.notices_note",
  diagnosis_results: "privacy.diagnosis_results_note",
  inquiries: "privacy.inquiries_note",
  decisions: "privacy.decisions_note",
  archive_exports: "privacy.archive_exports_note",
  archive_imports: "privacy.archive_imports_note",
} as const satisfies Record<KindWithNote, TextKey>;

/** One kind of stored data with its number, an explanation, and how long it is stored. */
export function HeldRow({ entry, children }: { entry: HeldEntry; children?: ReactNode }) {
  const texts = useTexts();
  const { t } = texts;
  const { kind, counting } = entry;
  const isNumber = counting === "exact" && !isDescribedInWords(kind);
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 py-3">
      <dt className="min-w-0 leading-snug font-bold hyphens-auto">{t(`privacy.${kind}`)}</dt>
      <dd
        className={cx(
          "max-w-32 text-right leading-snug",
          isNumber ? "font-round text-lg tabular-nums" : "text-sm text-ink-2",
        )}
      >
        {formatNumber(texts, entry)}
      </dd>
      <dd className="col-span-2 mt-0.5 min-w-0 text-sm text-ink-2">
        <Note kind={kind} />
        {children}
        <p className="mt-1 flex items-start gap-1.5 text-xs">
          <Clock3 size={14} className="mt-0.5 shrink-0 text-brand" aria-hidden="true" />
          {formatRule(texts, entry)}
        </p>
      </dd>
    </div>
  );
}

function Note({ kind }: { kind: HeldKind }) {
  const { t } = useTexts();
  return kind in notes ? <p>{t(notes[kind as KindWithNote])}</p> : null;
}

/** Whether words describe the stored data, because its number would say nothing. */
const isDescribedInWords = (kind: HeldKind) =>
  kind === "profile" || kind === "email" || kind === "password";

function formatNumber({ t }: TextsOfLocale, { kind, counting, count: n }: HeldEntry): string {
  if (kind === "profile") return t("privacy.count_details", { n });
  if (isDescribedInWords(kind)) return t("privacy.stored");
  switch (counting) {
    case "exact":
      return t("privacy.count", { n });
    case "at_most":
      return t("privacy.at_most", { n });
    case "not_told":
      return t("privacy.not_told");
    case "not_counted":
      return "";
  }
}

function formatRule({ t }: TextsOfLocale, { rule, amount }: HeldEntry): string {
  const n = amount ?? 0;
  // Only the texts of these rules contain an amount.
  if (
    rule === "days" ||
    rule === "days_in_browser" ||
    rule === "days_if_failed" ||
    rule === "hours" ||
    rule === "minutes"
  ) {
    return t(`privacy.rule_${rule}`, { n });
  }
  return t(`privacy.rule_${rule}`);
}
