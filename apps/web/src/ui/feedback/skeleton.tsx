import { cx } from "#ui/cx.ts";
import { EnvelopeFlap } from "#ui/surfaces/envelope-flap.tsx";

/** A grey shape in place of something that is loading; its size comes from `className`. */
function Skeleton({ className }: { className: string }) {
  return <div className={cx("animate-shimmer rounded-full bg-surface-2", className)} />;
}

function LetterSkeleton() {
  return (
    <div className="rounded-sheet bg-surface p-2 shadow-e2">
      <div className="relative isolate grid animate-shimmer justify-items-center gap-3 overflow-hidden rounded-xl bg-paper px-5 pt-11 pb-6">
        <EnvelopeFlap className="h-[58px]" />
        <div className="h-5 w-24 rounded-full bg-surface" />
        <div className="mt-1 h-5 w-3/4 rounded-full bg-flap" />
        <div className="mb-1 h-5 w-2/5 rounded-full bg-flap" />
      </div>
      <div className="grid gap-3 px-3 py-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-9" />
          <Skeleton className="h-4 w-28" />
        </div>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    </div>
  );
}

function RowSkeleton() {
  return (
    <div className="flex items-center gap-3 rounded-xl bg-surface p-4 shadow-e1">
      <Skeleton className="size-12 shrink-0" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-4 w-3/4" />
      </div>
    </div>
  );
}

type SkeletonListProps = {
  kind: "letter" | "row";
  /** Spoken while loading. */
  label: string;
  count?: number | undefined;
};

/** Replaces a list while it loads. */
export function SkeletonList({ kind, label, count = 3 }: SkeletonListProps) {
  const Shape = kind === "letter" ? LetterSkeleton : RowSkeleton;
  return (
    <div role="status" className={cx("grid", kind === "letter" ? "gap-5" : "gap-3")}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes that never move
        <Shape key={index} />
      ))}
    </div>
  );
}
