import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { inquiryTopics } from "@toibako/contract/help.ts";
import { caseActionKinds } from "@toibako/contract/staff/cases.ts";
import type { AuditEntry } from "@toibako/contract/staff/roles.ts";
import { type SubmitEvent, useState } from "react";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { type AuditSearch, auditQuery } from "#features/staff/queries/people.ts";
import { type Translate, useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Select } from "#ui/forms/select.tsx";
import { ListPages, rowsClass, textLinkClass } from "./list-parts.tsx";

/** What staff have done, by the names of the actions in the log. Others are shown by their names. */
const actionTexts = {
  "account.search": "staff_people.audit_account_search",
  "account.birthday": "staff_people.audit_account_birthday",
  "account.case": "staff_people.audit_account_case",
  "account.destroy": "staff_people.audit_account_destroy",
  "account.open": "staff_people.audit_account_open",
  "account.sessions": "staff_people.audit_account_sessions",
  "banner.save": "staff_banners.audit_banner_save",
  "ad_tag.save": "staff_ads.audit_ad_tag_save",
  "badge.give": "staff_stamps.audit_badge_give",
  "case.decide": "staff_people.audit_case_decide",
  "case.open": "staff_people.audit_case_open",
  "case.undo": "staff_people.audit_case_undo",
  "community.save": "staff_communities.audit_community_save",
  "community_category.save": "staff_communities.audit_community_category_save",
  "game.save": "staff_games.audit_game_save",
  "diagnosis_game.save": "staff_diagnosis.audit_diagnosis_game_save",
  "inquiry.close": "staff_people.audit_inquiry_close",
  "inquiry.open": "staff_people.audit_inquiry_open",
  "page.save": "staff_texts.audit_page_save",
  "release_note.save": "staff_people.audit_release_note_save",
  "room.save": "staff_communities.audit_room_save",
  "room_question.save": "staff_communities.audit_room_question_save",
  "role.change": "staff_people.audit_role_change",
  "seal.ask": "staff_people.audit_seal_ask",
  "seal.decide": "staff_people.audit_seal_decide",
  "seal.lapse": "staff_people.audit_seal_lapse",
  "seal.read": "staff_people.audit_seal_read",
  "word_list.save": "staff_texts.audit_word_list_save",
  "stamp.save": "staff_stamps.audit_stamp_save",
  "stamp_group.save": "staff_stamps.audit_stamp_group_save",
} as const;

const isKnownAction = (action: string): action is keyof typeof actionTexts =>
  Object.hasOwn(actionTexts, action);

const describeAction = (t: Translate, action: string): string =>
  isKnownAction(action) ? t(actionTexts[action]) : action;

/** Returns whether people see a content after a save; undefined for other actions. */
function describeState(t: Translate, action: string, reason: string): string | undefined {
  if (action === "stamp.save" || action === "stamp_group.save")
    return t(reason === "offered" ? "staff_stamps.offered" : "staff_stamps.withdrawn");
  if (action === "banner.save")
    return t(reason === "shown" ? "staff_banners.shown" : "staff_banners.hidden");
  if (action === "game.save")
    return t(reason === "shown" ? "staff_games.shown" : "staff_games.hidden");
  return undefined;
}

/** Returns the reason in words, if the log has a word of its own for it. */
function describeReason(t: Translate, { action, reason }: AuditEntry): string {
  const decided = caseActionKinds.find((kind) => kind === reason);
  if (action.startsWith("case.") && decided) return t(`staff.action_${decided}`);
  const topic = inquiryTopics.find((known) => known === reason);
  if (action === "inquiry.open" && topic) return t(`help.topic_${topic}`);
  const state = describeState(t, action, reason);
  if (state !== undefined) return state;
  if (action === "seal.decide")
    return t(reason === "approved" ? "staff.seal_approved" : "staff.seal_refused");
  if (action !== "inquiry.close") return reason;
  return t(
    reason === "answered" ? "staff_inquiries.answered" : "staff_inquiries.closed_unanswered",
  );
}

/** The audit log, the newest first. */
export function AuditLog({ search }: { search: AuditSearch }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const query = useQuery(auditQuery(search));
  const { action, actor } = search;
  const show = (changed: AuditSearch) =>
    void navigate({
      to: "/$locale/adm/audit",
      params: { locale },
      search: { action, actor, ...changed },
    });
  const entries = query.data?.entries ?? [];
  const last = entries.at(-1);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{t("staff_people.audit")}</h2>
      <div className="grid items-end gap-3 sm:grid-cols-2">
        <Field label={t("staff_people.audit_action")}>
          <Select
            value={action ?? ""}
            onChange={({ target }) => show({ action: target.value || undefined })}
          >
            <option value="">{t("staff_people.audit_all")}</option>
            {(query.data?.actions ?? (action === undefined ? [] : [action])).map((known) => (
              <option key={known} value={known}>
                {describeAction(t, known)}
              </option>
            ))}
          </Select>
        </Field>
        <ActorForm key={actor} actor={actor} onActor={(chosen) => show({ actor: chosen })} />
      </div>
      {!query.data && (
        <LoadingState query={query} skeleton="row" title={t("staff_people.audit_failed")} />
      )}
      {query.data && entries.length === 0 && (
        <p className="text-ink-2">{t("staff_people.audit_empty")}</p>
      )}
      {entries.length > 0 && (
        <ol className={rowsClass}>
          {entries.map((entry) => (
            <li key={entry.number} className="grid gap-1 px-5 py-3">
              <EntryRow entry={entry} />
            </li>
          ))}
        </ol>
      )}
      <ListPages
        first={
          search.before === undefined ? undefined : (
            <Link to="/$locale/adm/audit" params={{ locale }} search={{ action, actor }} />
          )
        }
        next={
          query.data?.has_more && last ? (
            <Link
              to="/$locale/adm/audit"
              params={{ locale }}
              search={{ ...search, before: String(last.number) }}
            />
          ) : undefined
        }
      />
    </section>
  );
}

interface ActorFormProps {
  actor: string | undefined;
  onActor: (actor: string | undefined) => void;
}

function ActorForm({ actor = "", onActor }: ActorFormProps) {
  const { t } = useTexts();
  const [text, setText] = useState(actor);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    onActor(text.trim().replace(/^@/, "") || undefined);
  }
  return (
    <form method="dialog" className="flex items-end gap-2" onSubmit={submit}>
      <Field label={t("staff_people.audit_actor")} className="min-w-0 flex-1">
        <Input
          before="@"
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" variant="outline">
        {t("staff_people.audit_filter")}
      </Button>
    </form>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts();
  const reason = describeReason(t, entry);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-sm text-ink-2 tabular-nums">{entry.number}</span>
        <b>{describeAction(t, entry.action)}</b>
        <AuditObject entry={entry} />
      </p>
      {reason && (
        <p dir="auto" className="wrap-anywhere">
          {reason}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
        {entry.actor === null ? (
          <span>{t("staff_people.gone")}</span>
        ) : (
          <bdi translate="no">@{entry.actor}</bdi>
        )}
        <StaffDate form="hour" at={entry.happened_hour} />
      </p>
    </>
  );
}

/** The kinds of contents as the log names them, each with its part of the address in the console. */
const contentKinds = {
  "ad tag": "ad_tags",
  "community category": "categories",
  banner: "banners",
  community: "communities",
  "diagnosis game": "diagnosis",
  game: "games",
  page: "pages",
  "release note": "release_notes",
  room: "rooms",
  stamp: "stamps",
  "stamp group": "stamp_groups",
} as const;

/** What was acted on, as a link if it has a page. */
function AuditObject({ entry }: { entry: AuditEntry }) {
  const { t, locale } = useTexts();
  const [kind, id = ""] = entry.object.split(" ");
  if (kind === "account") {
    const account = entry.object_account;
    if (account === null) return <span>{t("staff_people.gone")}</span>;
    return (
      <Link to="/$locale/adm/people/$account" params={{ locale, account }} className={textLinkClass}>
        <bdi translate="no">@{account}</bdi>
      </Link>
    );
  }
  if (kind === "case")
    return (
      <Link to="/$locale/adm/cases/$id" params={{ locale, id }} className={textLinkClass}>
        {t("staff_people.object_case", { id: id.slice(0, 8) })}
      </Link>
    );
  if (kind === "inquiry")
    return (
      <Link to="/$locale/adm/inquiries/$id" params={{ locale, id }} className={textLinkClass}>
        {t("staff_people.object_inquiry", { id: id.slice(0, 8) })}
      </Link>
    );
  const split = entry.object.lastIndexOf(" ");
  const content = { kind: entry.object.slice(0, split), id: entry.object.slice(split + 1) };
  if (isContentKind(content.kind))
    return (
      <Link
        to="/$locale/adm/contents/$kind/$id"
        params={{ locale, kind: contentKinds[content.kind], id: content.id }}
        className={textLinkClass}
      >
        {content.id.slice(0, 40)}
      </Link>
    );
  return <span className="text-sm text-ink-2 wrap-anywhere">{entry.object}</span>;
}

const isContentKind = (kind: string): kind is keyof typeof contentKinds =>
  Object.hasOwn(contentKinds, kind);
