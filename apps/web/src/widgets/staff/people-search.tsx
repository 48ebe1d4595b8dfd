import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type AccountSummary, accountSearches } from "@toibako/contract/staff/people.ts";
import { useState } from "react";
import { Rows, rowLinkClass } from "#features/staff/components/rows.tsx";
import { StaffDate } from "#features/staff/components/staff-date.tsx";
import { accountsQuery } from "#features/staff/queries/people.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Avatar } from "#ui/drawings/avatar.tsx";
import { NoMembersDrawing } from "#ui/drawings/no-members.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { SearchForm } from "#ui/forms/search-form.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import { ListPages, RowShortcuts } from "./list-parts.tsx";
import { useRowKeys } from "./use-row-keys.ts";

export interface PeopleSearchValues {
  /** What accounts are searched by, or another word of an address. */
  by?: string | undefined;
  query?: string | undefined;
  /** The handle of the last account of the page before. */
  after?: string | undefined;
}

/** Finds accounts by handle, name or address. The address stays out of the page's own address. */
export function PeopleSearch({ search }: { search: PeopleSearchValues }) {
  const { t, locale } = useTexts();
  const navigate = useNavigate();
  const [email, setEmail] = useState("");
  const by = accountSearches.find((known) => known === search.by) ?? "handle";
  const text = by === "email" ? email : (search.query ?? "");
  const query = useQuery(accountsQuery({ by, query: text, after: search.after }));
  const rows = useRowKeys();
  const show = (changed: PeopleSearchValues) =>
    void navigate({ to: "/$locale/adm/people", params: { locale }, search: changed });
  const accounts = query.data?.accounts ?? [];
  const last = accounts.at(-1);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{t("staff_people.people")}</h2>
      <Segmented
        label={t("staff_people.search_by")}
        options={accountSearches.map((value) => ({ value, label: t(`staff_people.by_${value}`) }))}
        value={by}
        onChange={(value) => show({ by: value === "handle" ? undefined : value })}
      />
      <SearchForm
        key={by}
        label={t(`staff_people.search_${by}`)}
        clearLabel={t("staff_people.clear")}
        action={`/${locale}/adm/people`}
        query={text}
        onSearch={(typed) =>
          by === "email" ? setEmail(typed) : show({ by: search.by, query: typed || undefined })
        }
      />
      {!query.data && (query.isFetching || query.isError) && (
        <LoadingState query={query} skeleton="row" title={t("staff_people.search_failed")} />
      )}
      {query.data && accounts.length === 0 && (
        <EmptyState drawing={<NoMembersDrawing />} title={t("staff_people.nobody_found")} />
      )}
      {accounts.length > 0 && (
        <Rows ref={rows}>
          {accounts.map((found) => (
            <li key={found.account}>
              <Link
                to="/$locale/adm/people/$account"
                params={{ locale, account: found.account }}
                data-row
                className={`flex items-center gap-3 ${rowLinkClass}`}
              >
                <AccountRow found={found} />
              </Link>
            </li>
          ))}
        </Rows>
      )}
      <ListPages
        first={
          search.after === undefined ? undefined : (
            <Link
              to="/$locale/adm/people"
              params={{ locale }}
              search={{ by: search.by, query: search.query }}
            />
          )
        }
        next={
          query.data?.has_more && last ? (
            <Link
              to="/$locale/adm/people"
              params={{ locale }}
              search={{ ...search, after: last.account }}
            />
          ) : undefined
        }
      />
      <RowShortcuts />
    </section>
  );
}

function AccountRow({ found }: { found: AccountSummary }) {
  return (
    <>
      <Avatar seed={found.account} src={found.icon_url} size={44} />
      <span className="grid min-w-0 gap-0.5">
        <bdi className="font-bold wrap-anywhere">{found.displaying_name}</bdi>
        <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
          <bdi translate="no">@{found.account}</bdi>
          <AccountStates found={found} />
        </span>
      </span>
    </>
  );
}

/** What is unusual about an account: its role, that it is suspended, that it was left. */
export function AccountStates({ found }: { found: AccountSummary }) {
  const { t } = useTexts();
  const { role, suspended_until, has_left } = found;
  return (
    <>
      {role && <span>{t(`staff_people.role_${role}`)}</span>}
      {suspended_until && (
        <span>
          {t("staff.suspended_until")} <StaffDate form="minute" at={suspended_until} />
        </span>
      )}
      {has_left && <span>{t("staff_people.has_left")}</span>}
    </>
  );
}
