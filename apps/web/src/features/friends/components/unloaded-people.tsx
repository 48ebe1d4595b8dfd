import type { UseQueryResult } from "@tanstack/react-query";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Unloaded } from "#ui/feedback/unloaded.tsx";

/** The state of a query for people. */
export type PeopleQuery = Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;

/** Replaces people who are not loaded yet by a skeleton, or by an error with a retry. */
export function UnloadedPeople({ query }: { query: PeopleQuery }) {
  const { t } = useTexts();
  return (
    <Unloaded query={query} skeleton="row" title={t("friends.list_failed_title")}>
      {t("friends.list_failed_text")}
    </Unloaded>
  );
}
