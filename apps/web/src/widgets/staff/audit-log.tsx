import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { AuditEntry } from "@toibako/contract/staff/roles.ts";
import { type SubmitEvent, useState } from "react";
import { Rows } from "#features/staff/components/rows.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { type AuditSearch, auditQuery } from "#features/staff/queries/people.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Input } from "#ui/forms/input.tsx";
import { Select } from "#ui/forms/select.tsx";
import { AuditObject } from "./audit-object.tsx";
import { describeAction, describeReason } from "./audit-words.ts";
import { ListPages } from "./list-parts.tsx";

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
        <Rows as="ol">
          {entries.map((entry) => (
            <li key={entry.number} className="grid gap-1 px-5 py-3">
              <EntryRow entry={entry} />
            </li>
          ))}
        </Rows>
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
