import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#lib/http/api-error.ts";
import { useListLabels } from "./list-labels.ts";
import { SkeletonList } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";

interface UnloadedProps {
  query: Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch"> &
    Partial<Pick<UseQueryResult<unknown>, "error">>;
  /** The shape of the entries, and how many are drawn. */
  skeleton: "letter" | "row";
  count?: number;
  /** What failed. */
  title: string;
  /** What the reader can do then. */
  children?: ReactNode;
  heading?: 2 | 3;
  /** Omits the drawing, for panels of the settings. */
  isCompact?: boolean;
}

/**
 * Replaces data that a query doesn't have yet by a skeleton, or after a failure by an error with a
 * retry.
 */
export function Unloaded(props: UnloadedProps) {
  const { query, skeleton, count, isCompact, ...failure } = props;
  const labels = useListLabels();
  const { error, isError, isFetching, refetch } = query;
  if (!isError) return <SkeletonList kind={skeleton} label={labels.loading} count={count} />;
  const isOffline = error instanceof ApiError && error.code === "network";
  return (
    <ErrorState
      {...failure}
      {...(isOffline && error.messages[0] && { children: error.messages[0] })}
      retryLabel={labels.retry}
      {...(isCompact && { heading: 3, drawing: null, className: "py-2" })}
      onRetry={() => void refetch()}
      pending={isFetching}
    />
  );
}
