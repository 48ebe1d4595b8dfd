import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SkeletonList } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";

interface UnloadedProps {
  query: Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch">;
  /** The shape of the entries, and how many are drawn. */
  skeleton: "letter" | "row";
  count?: number;
  /** Spoken while loading. */
  loadingLabel: string;
  retryLabel: string;
  /** What failed. */
  title: string;
  /** What the reader can do then. */
  children?: ReactNode;
  heading?: 2 | 3;
  /** Within a panel of the settings: without a drawing. */
  isCompact?: boolean;
}

/** In place of data that a query doesn't have yet: a skeleton, or after a failure a way to retry. */
export function Unloaded(props: UnloadedProps) {
  const { query, skeleton, count, loadingLabel, isCompact, ...failure } = props;
  const { isError, isFetching, refetch } = query;
  if (!isError) return <SkeletonList kind={skeleton} label={loadingLabel} count={count} />;
  return (
    <ErrorState
      {...failure}
      {...(isCompact && { heading: 3, drawing: null, className: "py-2" })}
      onRetry={() => void refetch()}
      pending={isFetching}
    />
  );
}
