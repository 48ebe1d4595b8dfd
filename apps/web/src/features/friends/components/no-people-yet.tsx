import type { UseQueryResult } from "@tanstack/react-query";
import { useTexts } from "#lib/i18n/texts.tsx";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { ErrorState } from "#ui/feedback/states.tsx";

/** What a list of people is asked by, as far as its faces follow from it. */
export type PeopleQuery = Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;

/** In place of people who are not loaded: on their way, or failed. */
export function NoPeopleYet({ query: { isError, isFetching, refetch } }: { query: PeopleQuery }) {
  const { t } = useTexts();
  if (!isError) return <SkeletonList kind="row" label={t("common.loading")} />;
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
