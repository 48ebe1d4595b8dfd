import type { UseQueryResult } from "@tanstack/react-query";
import { useTexts } from "#lib/i18n/texts.tsx";
import { LoadingState } from "#ui/feedback/loading-state.tsx";

export type PeopleQuery = Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;

/** A skeleton in place of people who are being loaded, or an error with a retry button. */
export function UnloadedPeople({ query }: { query: PeopleQuery }) {
  const { t } = useTexts();
  return (
    <LoadingState query={query} skeleton="row" title={t("friends.list_failed_title")}>
      {t("friends.list_failed_text")}
    </LoadingState>
  );
}
