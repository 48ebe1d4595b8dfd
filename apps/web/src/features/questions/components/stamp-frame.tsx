import type { ReactNode } from "react";

interface StampFrameProps {
  groups: ReactNode;
  stamps: ReactNode;
  /** The text of the picked stamp, or what to do. */
  text: ReactNode;
}

/**
 * The layout of the stamp picker, also used while it loads, so that nothing moves. A small phone shows all
 * stamps of a group without scrolling.
 */
export function StampFrame({ groups, stamps, text }: StampFrameProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-12 flex-wrap justify-center gap-2">{groups}</div>
      <div className="mx-auto grid w-full max-w-md grid-cols-4 gap-1">{stamps}</div>
      <div className="grid min-h-16 place-items-center text-center text-balance">{text}</div>
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
        text={<span className={`h-6 w-52 rounded-full ${shape}`} />}
        groups={["a", "b", "c"].map((key) => (
          <span key={key} className={`size-12 rounded-full ${shape}`} />
        ))}
        stamps={["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
          <span key={key} className={`aspect-square rounded-lg ${shape}`} />
        ))}
      />
    </div>
  );
}
