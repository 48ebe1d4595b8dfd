import { RotateCw } from "lucide-react";
import { createElement, type ReactNode } from "react";
import { Button } from "#ui/buttons/button.tsx";
import { cx } from "#ui/cx.ts";
import { ErrorDrawing } from "#ui/drawings/error.tsx";
import type { RenderedElement } from "#ui/render-as.ts";

type StateProps = {
  title: ReactNode;
  /** What happened or what to do next. */
  children?: ReactNode;
  drawing?: ReactNode;
  action?: ReactNode;
  heading?: 1 | 2 | 3 | 4;
  /** Shows it as a letter by airmail, in place of a whole page. */
  isLetter?: boolean;
  className?: string | undefined;
};

/** Replaces missing content, such as the entries of an empty list: a drawing, a text and the next step. */
export function EmptyState({
  title,
  children,
  drawing,
  action,
  heading = 2,
  isLetter = false,
  className,
}: StateProps) {
  return (
    <div
      {...(isLetter && { "data-paper": "air", "data-is-page": "" })}
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] justify-items-center px-4 py-8 text-center",
        isLetter && "rounded-xl shadow-e2",
        className,
      )}
    >
      {drawing && <div className="mb-4 w-52 max-w-full">{drawing}</div>}
      {createElement(`h${heading}`, { className: "text-lg" }, title)}
      {children && (
        <div className="short-text mt-1 max-w-sm text-sm text-balance text-ink-2">{children}</div>
      )}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

type EmptyPageProps = Pick<StateProps, "title" | "drawing" | "heading"> & {
  /** The link to the first page, and its text. */
  firstPage: RenderedElement;
  label: string;
};

/** Shown for a page of a list without entries, such as one beyond the last page. */
export function EmptyPage({ firstPage, label, ...rest }: EmptyPageProps) {
  return (
    <EmptyState
      {...rest}
      action={
        <Button variant="outline" render={firstPage}>
          {label}
        </Button>
      }
    />
  );
}

type ErrorStateProps = Omit<StateProps, "action"> & {
  retryLabel: string;
  onRetry: () => void;
  isPending?: boolean;
};

/** Replaces content that could not be loaded, and has a button to retry. */
export function ErrorState({
  retryLabel,
  onRetry,
  isPending = false,
  drawing = <ErrorDrawing />,
  ...rest
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        {...rest}
        drawing={drawing}
        action={
          <Button variant="outline" isPending={isPending} onClick={onRetry}>
            {!isPending && <RotateCw size={18} aria-hidden="true" />}
            <span>{retryLabel}</span>
          </Button>
        }
      />
    </div>
  );
}
