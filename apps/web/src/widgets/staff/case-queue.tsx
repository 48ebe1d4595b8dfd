import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { caseKinds } from "@toibako/contract/staff/cases.ts";
import { useRef } from "react";
import { CaseRow } from "#features/staff/components/case-row.tsx";
import { type CaseSearch, casesQuery } from "#features/staff/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { buildButtonClass } from "#ui/buttons/button-class.ts";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import { Select } from "#ui/forms/select.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** The queue of open cases, or the decided ones, one page at a time. */
export function CaseQueue({ search }: { search: CaseSearch }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const query = useQuery(casesQuery(search));
  const rows = useRef<HTMLUListElement>(null);
  const show = (changed: CaseSearch) =>
    void navigate({
      to: "/$locale/adm",
      params: { locale },
      search: { state: search.state, kind: search.kind, ...changed },
    });

  /** Moves the focus to the next or the previous case. */
  function step(by: 1 | -1) {
    const links = [...(rows.current?.querySelectorAll("a") ?? [])];
    const index = links.findIndex((link) => link === document.activeElement);
    links[index === -1 ? 0 : Math.min(links.length - 1, Math.max(0, index + by))]?.focus();
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) });

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
        <ul
          ref={rows}
          className="list-none divide-y divide-line overflow-clip rounded-xl bg-surface shadow-e2"
        >
          {cases.map((listed) => (
            <li key={listed.id}>
              <CaseRow
                listed={listed}
                link={<Link to="/$locale/adm/cases/$id" params={{ locale, id: listed.id }} />}
              />
            </li>
          ))}
        </ul>
      )}
      <nav aria-label={t("common.pages")} className="flex flex-wrap justify-between gap-3">
        {search.after && (
          <Link
            to="/$locale/adm"
            params={{ locale }}
            search={{ state: search.state, kind: search.kind }}
            className={buildButtonClass({ variant: "outline" })}
          >
            {t("common.page_first")}
          </Link>
        )}
        {query.data?.has_more && last && (
          <Link
            to="/$locale/adm"
            params={{ locale }}
            search={{ ...search, after: last.id }}
            className={buildButtonClass({ variant: "outline" })}
          >
            {t("common.page_next")}
          </Link>
        )}
      </nav>
      <Shortcuts
        keys={[
          ["j", t("staff.key_next")],
          ["k", t("staff.key_previous")],
          ["Enter", t("staff.key_open")],
        ]}
      />
    </section>
  );
}
