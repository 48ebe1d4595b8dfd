import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ApiError } from "#lib/http/api-error.ts";
import { useListLabels } from "./list-labels.ts";
import { SkeletonList } from "./skeleton.tsx";
import { ErrorState } from "./states.tsx";
import { useToasts } from "./toasts.ts";

interface LoadingStateProps {
  query: Pick<UseQueryResult<unknown>, "isError" | "isFetching" | "refetch"> &
    Partial<Pick<UseQueryResult<unknown>, "error">>;
  /** The shape of the entries, and how many are drawn. */
  skeleton: "letter" | "row";
  count?: number;
  /** Says after a failure what could not be loaded. */
  title: string;
  /** Says after a failure what the reader can do. */
  children?: ReactNode;
  heading?: 2 | 3;
  /** Whether a failure also shows the bar, with the title. */
  raisesBar?: boolean;
}

/** Replaces data that isn't loaded: shows a skeleton while a query loads, or an error with a button to retry. */
export function LoadingState({ raisesBar = false, ...props }: LoadingStateProps) {
  return (
    <>
      <AnyLoadingState {...props} />
      {raisesBar && props.query.isError && <FailureBar title={props.title} />}
    </>
  );
}

/** Shows the bar once for each failure; a retry replaces this component by the skeleton. */
function FailureBar({ title }: { title: string }) {
  const toasts = useToasts();
  useEffect(() => toasts.showBar("error", title, { topic: title }), [toasts, title]);
  return null;
}

/** `LoadingState` for a small panel: the skeleton has one row, and the error no drawing. */
export function LoadingStatePanel(props: Pick<LoadingStateProps, "query" | "title" | "children">) {
  return (
    <AnyLoadingState
      {...props}
      skeleton="row"
      count={1}
      heading={3}
      drawing={null}
      className="py-2"
    />
  );
}

function AnyLoadingState(
  props: Omit<LoadingStateProps, "raisesBar"> & { drawing?: null; className?: string },
) {
  const { query, skeleton, count, ...failure } = props;
  const labels = useListLabels();
  const { error, isError, isFetching, refetch } = query;
  if (!isError) return <SkeletonList kind={skeleton} label={labels.loading} count={count} />;
  // These errors say what is the matter; the others, only that something failed.
  const isExplained =
    error instanceof ApiError && (error.code === "network" || error.code === "not_found");
  return (
    <ErrorState
      {...failure}
      {...(isExplained && error.messages[0] && { children: error.messages[0] })}
      retryLabel={labels.retry}
      onRetry={() => void refetch()}
      isPending={isFetching}
    />
  );
}
