import type { UseQueryResult } from "@tanstack/react-query";
import type { Person } from "@toibako/contract/friends.ts";
import type { Pager } from "@toibako/contract/shapes.ts";
import type { ReactNode } from "react";
import { useTexts } from "#lib/i18n.tsx";
import { SkeletonList } from "#ui/skeleton.tsx";
import { ErrorState } from "#ui/states.tsx";
import { PersonRow } from "./person-row.tsx";

type Listed = { users: Person[]; pager: Pager };

interface PeopleProps {
  people: Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch"> & {
    data: Listed | undefined;
  };
  /** The links to the other pages. */
  paging: (pager: Pager) => ReactNode;
  /** What stands in place of a list without entries. */
  empty: ReactNode;
}

/** A list of people, with all four faces. */
export function People({
  people: { data, isError, isFetching, refetch },
  paging,
  empty,
}: PeopleProps) {
  const { t } = useTexts();
  if (!data && isError) {
    return (
      <ErrorState
        title={t("friends.list_failed_title")}
        retryLabel={t("common.retry")}
        onRetry={() => void refetch()}
        pending={isFetching}
      >
        {t("friends.list_failed_text")}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonList kind="row" label={t("common.loading")} />;
  if (data.pager.total_count === 0) return empty;
  return (
    <>
      <ul className="grid list-none grid-cols-1 gap-3">
        {data.users.map((person) => (
          <PersonRow key={person.account} person={person} />
        ))}
      </ul>
      {paging(data.pager)}
    </>
  );
}
