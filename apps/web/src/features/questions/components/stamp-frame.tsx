import type { ReactNode } from "react";

interface StampFrameProps {
  preview: ReactNode;
  groups: ReactNode;
  stamps: ReactNode;
}

/** The layout of the stamp picker, also used while it loads, so that nothing moves. */
export function StampFrame({ preview, groups, stamps }: StampFrameProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex h-32 items-center justify-center gap-4 sm:h-40">{preview}</div>
      <div className="flex h-14 justify-center gap-2">{groups}</div>
      <div className="mx-auto grid w-full max-w-md grid-cols-4 gap-2">{stamps}</div>
    </div>
  );
}

/** Shown while the picker's code and the stamps are loading. Has room for three groups and eight stamps. */
export function StampSkeleton({ label }: { label: string }) {
  const shape = "animate-shimmer bg-surface-2";
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <StampFrame
        preview={<span className={`size-32 rounded-xl sm:size-40 ${shape}`} />}
        groups={["a", "b", "c"].map((key) => (
          <span key={key} className={`size-14 rounded-full ${shape}`} />
        ))}
        stamps={["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
          <span key={key} className={`aspect-square rounded-lg ${shape}`} />
        ))}
      />
    </div>
  );
}
