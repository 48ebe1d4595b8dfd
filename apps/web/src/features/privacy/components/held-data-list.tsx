import type { HeldData, HeldEntry, HeldKind } from "@toibako/contract/privacy.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { HeldRow } from "./held-row.tsx";

const groups = ["you", "browser", "box", "sent", "talks", "people", "site"] as const;
type Group = (typeof groups)[number];

const groupsOfKinds: Record<HeldKind, Group> = {
  profile: "you",
  email: "you",
  password: "you",
  second_factor: "you",
  recovery_codes: "you",
  passkeys: "you",
  passkey_challenges: "you",
  settings: "you",
  linked_providers: "you",
  provider_tokens: "you",
  authorization_requests: "you",
  visitor_cookie: "browser",
  mail_links: "you",
  sessions: "browser",
  push_subscriptions: "browser",
  browser_cookies: "browser",
  adopted_visitors: "browser",
  received_unread: "box",
  received_confirmed: "box",
  received_hidden: "box",
  received_held: "box",
  received_deleted: "box",
  reports: "box",
  community_reports: "box",
  brought_reports: "box",
  answers: "box",
  brought_answers: "box",
  batons: "box",
  own_words: "box",
  sent: "sent",
  sent_waiting: "sent",
  sent_answered: "sent",
  sent_to_communities: "sent",
  talks_received: "talks",
  talks_started: "talks",
  messages: "talks",
  talk_reports: "talks",
  talk_reports_by_others: "talks",
  sealed_senders: "sent",
  sealed_addresses: "sent",
  unread_answers: "sent",
  read_states: "sent",
  likes: "sent",
  like_toggles: "sent",
  follows: "people",
  followers: "people",
  imported_followers: "people",
  communities: "people",
  community_mutes: "people",
  rooms: "people",
  room_blocks: "site",
  closed_handles: "you",
  payment_card: "you",
  payments: "you",
  survey_answers: "you",
  blocks: "people",
  blocks_by_others: "people",
  notices: "site",
  badges: "site",
  achievements: "site",
  diagnosis_results: "site",
  inquiries: "site",
  decisions: "site",
  archive_exports: "you",
  archive_imports: "you",
  rate_limits: "site",
  jobs: "site",
};

/** The held data in groups. The last group lists the kinds of data that are not held. */
export function HeldDataList({ heldData }: { heldData: HeldData }) {
  const heldEntries = heldData.entries.filter((entry) => !hasNoData(entry));
  return (
    <div className="grid gap-6">
      {groups.map((group) => {
        const entries = heldEntries.filter(({ kind }) => groupsOfKinds[kind] === group);
        if (entries.length === 0) return null;
        return <HeldGroup key={group} group={group} entries={entries} heldData={heldData} />;
      })}
      <NoHeldData entries={heldData.entries.filter(hasNoData)} />
    </div>
  );
}

const hasNoData = ({ counting, count }: HeldEntry) =>
  (counting === "exact" || counting === "at_most") && count === 0;

const groupTitleClass = "border-b border-line pb-1.5 text-sm text-brand";

interface HeldGroupProps {
  group: Group;
  entries: HeldEntry[];
  heldData: HeldData;
}

function HeldGroup({ group, entries, heldData }: HeldGroupProps) {
  const { t } = useTexts();
  return (
    <div>
      <h3 className={groupTitleClass}>{t(`privacy.group_${group}`)}</h3>
      <dl className="divide-y divide-line">
        {entries.map((entry) => (
          <HeldRow key={entry.kind} entry={entry}>
            {entry.kind === "linked_providers" && (
              <LinkedProviders providers={heldData.linked_providers} />
            )}
            {entry.kind === "sessions" && <NewestSession session={heldData.newest_session} />}
          </HeldRow>
        ))}
      </dl>
    </div>
  );
}

function NoHeldData({ entries }: { entries: HeldEntry[] }) {
  const { t, tag } = useTexts();
  if (entries.length === 0) return null;
  const names = entries.map(({ kind }) => t(`privacy.${kind}`));
  return (
    <div data-none>
      <h3 className={groupTitleClass}>{t("privacy.group_none")}</h3>
      <p className="pt-3 text-sm text-ink-2">{new Intl.ListFormat(tag).format(names)}</p>
    </div>
  );
}

function LinkedProviders({ providers }: { providers: HeldData["linked_providers"] }) {
  const { t, tag } = useTexts();
  if (providers.length === 0) return null;
  const names = providers.map((provider) => t(`accounts.provider_${provider}`));
  return <p>{t("privacy.linked", { names: new Intl.ListFormat(tag).format(names) })}</p>;
}

function NewestSession({ session }: { session: HeldData["newest_session"] }) {
  const { t } = useTexts();
  if (!session) return null;
  const hour = <FormattedDate at={session.hour} form="hour" text={session.formatted} />;
  return <p>{t.rich("privacy.newest_session", { hour }, {})}</p>;
}
