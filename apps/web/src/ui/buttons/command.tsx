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

/** A small command below a letter: an icon above its label. */
export function Command({ icon, label, isPending = false, isBusy, onPress }: CommandProps) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      aria-busy={isPending || undefined}
      onClick={() => isBusy || onPress()}
      className="grid min-h-12 min-w-14 max-w-24 content-start justify-items-center [&:lang(ja)]:max-w-18 gap-0.5 rounded-lg px-1 sm:min-w-16 sm:px-1.5 py-1 text-xs font-semibold text-ink-2 transition-colors duration-120 hover:bg-surface-2 active:scale-95 aria-disabled:opacity-60"
    >
      <span className="grid size-6 place-items-center">{isPending ? <Spinner /> : icon}</span>
      <span className="text-center leading-tight">{label}</span>
    </button>
  );
}
