import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCurrentUser } from "#features/accounts/queries.ts";
import { Seal } from "#features/staff/components/seal.tsx";
import { sealsQuery } from "#features/staff/queries.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { EmptyInboxDrawing } from "#ui/drawings/empty-inbox.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";
import { EmptyState } from "#ui/feedback/states.tsx";
import { Segmented } from "#ui/forms/segmented.tsx";
import { ListPages, lineLinkClass } from "./list-parts.tsx";

export interface SealSearch {
  state?: "all" | undefined;
  /** The id of the last one of the page before. */
  after?: string | undefined;
}

export const sealListQuery = ({ state, after }: SealSearch) =>
  sealsQuery({
    ...(state !== "all" && { state: "open" }),
    ...(after !== undefined && { after }),
  });

/** The requests to open sealed records that wait, or all of them. */
export function SealList({ search }: { search: SealSearch }) {
  const { t, locale } = useTexts();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const query = useQuery(sealListQuery(search));
  const seals = query.data?.seals ?? [];
  const last = seals.at(-1);
  const params = { locale };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Segmented
        label={t("staff.state")}
        options={[
          { value: "open", label: t("staff.open") },
          { value: "all", label: t("staff.seal_all") },
        ]}
        value={search.state ?? "open"}
        onChange={(state) =>
          void navigate({
            to: "/$locale/adm/seals",
            params,
            search: { state: state === "all" ? state : undefined },
          })
        }
      />
      {!query.data && <LoadingState query={query} skeleton="row" title={t("staff.seals_failed")} />}
      {query.data && seals.length === 0 && (
        <EmptyState drawing={<EmptyInboxDrawing />} title={t("staff.empty_title")}>
          {t("staff.seal_empty")}
        </EmptyState>
      )}
      <ul className="grid list-none grid-cols-[minmax(0,1fr)] gap-4">
        {seals.map((seal) => (
          <li key={seal.id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <Seal seal={seal} isAdmin={user?.role === "admin"} />
            <Link
              to="/$locale/adm/cases/$id"
              params={{ locale, id: seal.case_id }}
              className={`justify-self-start px-1 ${lineLinkClass}`}
            >
              {t("staff.seal_case")}
            </Link>
          </li>
        ))}
      </ul>
      <ListPages
        first={
          search.after ? (
            <Link to="/$locale/adm/seals" params={params} search={{ state: search.state }} />
          ) : undefined
        }
        next={
          query.data?.has_more && last ? (
            <Link to="/$locale/adm/seals" params={params} search={{ ...search, after: last.id }} />
          ) : undefined
        }
      />
    </section>
  );
}
