import type { ReactNode } from "react";
import { Spinner } from "#ui/feedback/loader.tsx";

type CommandProps = {
  icon: ReactNode;
  label: string;
  /** Whether the action of this command is running. */
  isPending?: boolean;
  /** Whether any action on the same question is running. Presses are then ignored. */
  isBusy: boolean;
  onPress: () => void;
};

/** A small command below a letter: an icon, and below it its label where the `@container` is wide enough. */
export function Command({ icon, label, isPending = false, isBusy, onPress }: CommandProps) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      aria-busy={isPending || undefined}
      title={label}
      onClick={() => isBusy || onPress()}
      className="grid min-h-12 min-w-12 place-content-center justify-items-center gap-0.5 rounded-lg text-xs font-semibold text-ink-2 transition-colors duration-120 hover:bg-surface-2 active:scale-95 aria-disabled:opacity-60 @min-[32.5rem]:max-w-24 @min-[32.5rem]:min-w-16 @min-[32.5rem]:content-start @min-[32.5rem]:px-1.5 @min-[32.5rem]:py-1 @min-[32.5rem]:[&:lang(ja)]:max-w-18"
    >
      <span className="grid size-6 place-items-center">{isPending ? <Spinner /> : icon}</span>
      <span className="sr-only text-center leading-tight @min-[32.5rem]:not-sr-only">{label}</span>
    </button>
  );
}
