import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { caseKinds } from "@toibako/contract/staff/cases.ts";
import { CaseRow } from "#features/staff/components/case-row.tsx";
import { Rows } from "#features/staff/components/rows.tsx";
import { type CaseSearch, casesQuery } from "#features/staff/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import { Select } from "#ui/forms/select.tsx";
import { ListPages, RowShortcuts } from "./list-parts.tsx";
import { useRowKeys } from "./use-row-keys.ts";

/** The queue of open cases, or the decided ones, one page at a time. */
export function CaseQueue({ search }: { search: CaseSearch }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const query = useQuery(casesQuery(search));
  const rows = useRowKeys();
  const show = (changed: CaseSearch) =>
    void navigate({
      to: "/$locale/adm/cases",
      params: { locale },
      search: { state: search.state, kind: search.kind, ...changed },
    });

  const cases = query.data?.cases ?? [];
  const last = cases.at(-1);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Segmented
          label={t("staff.state")}
          options={[
            { value: "open", label: t("staff.open") },
            { value: "decided", label: t("staff.decided") },
          ]}
          value={search.state ?? "open"}
          onChange={(state) => show({ state: state === "decided" ? state : undefined })}
        />
        <Select
          aria-label={t("staff.kind")}
          value={search.kind ?? ""}
          onChange={({ target }) => show({ kind: caseKinds.find((kind) => kind === target.value) })}
        >
          <option value="">{t("staff.all_kinds")}</option>
          {caseKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`staff.kind_${kind}`)}
            </option>
          ))}
        </Select>
      </div>
      {!query.data && <LoadingState query={query} skeleton="row" title={t("staff.queue_failed")} />}
      {query.data && cases.length === 0 && (
        <EmptyState
          drawing={<EmptyInboxDrawing />}
          title={t(search.state === "decided" ? "staff.empty_decided_title" : "staff.empty_title")}
        >
          {search.state !== "decided" && t("staff.empty_text")}
        </EmptyState>
      )}
      {cases.length > 0 && (
        <Rows ref={rows}>
          {cases.map((listed) => (
            <li key={listed.id}>
              <CaseRow
                listed={listed}
                link={
                  <Link
                    data-row=""
                    to="/$locale/adm/cases/$id"
                    params={{ locale, id: listed.id }}
                  />
                }
              />
            </li>
          ))}
        </Rows>
      )}
      <ListPages
        first={
          search.after ? (
            <Link
              to="/$locale/adm/cases"
              params={{ locale }}
              search={{ state: search.state, kind: search.kind }}
            />
          ) : undefined
        }
        next={
          query.data?.has_more && last ? (
            <Link
              to="/$locale/adm/cases"
              params={{ locale }}
              search={{ ...search, after: last.id }}
            />
          ) : undefined
        }
      />
      <RowShortcuts />
    </section>
  );
}
