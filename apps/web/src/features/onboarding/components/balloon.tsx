import { X } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

interface BalloonProps {
  text: string;
  /** The index of the entry in the bottom navigation at which the balloon points. */
  tab?: number;
  nextLabel: string;
  /** The step is being saved; presses are ignored. */
  pending: boolean;
  onNext: () => void;
  onSkip: () => void;
}

/** The number of entries in an account's bottom navigation on phones, without messages, which aren't built. */
const tabCount = 4;

/** A tutorial step in a balloon of at least 60 px height, above the bottom navigation. */
export function Balloon({ text, tab, nextLabel, pending, onNext, onSkip }: BalloonProps) {
  const { t } = useTexts();
  return (
    <section
      data-balloon
      aria-label={t("onboarding.name")}
      className="fixed inset-x-0 bottom-[calc(var(--nav)+0.75rem+env(safe-area-inset-bottom))] z-20 mx-auto max-w-column animate-rise px-4 lg:bottom-8 lg:max-w-lg"
    >
      <div className="flex min-h-[60px] items-center gap-0.5 rounded-xl bg-brand-fill py-1 pr-0.5 pl-4 text-on-brand shadow-e3">
        <p role="status" className="min-w-0 flex-1 text-sm leading-snug font-bold">
          {text}
        </p>
        <button
          type="button"
          aria-disabled={pending || undefined}
          onClick={() => pending || onNext()}
          className="min-h-11 shrink-0 rounded-full bg-on-brand px-3.5 text-sm font-bold text-brand-400 transition-transform duration-120 active:scale-95"
        >
          {nextLabel}
        </button>
        <button
          type="button"
          aria-label={t("onboarding.skip")}
          title={t("onboarding.skip")}
          aria-disabled={pending || undefined}
          onClick={() => pending || onSkip()}
          className="grid size-11 shrink-0 place-items-center rounded-full transition-transform duration-120 active:scale-95"
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      {tab !== undefined && (
        <span
          aria-hidden="true"
          style={{ left: `${((tab + 0.5) / tabCount) * 100}%` }}
          className="absolute -bottom-1.5 size-4 -translate-x-1/2 rotate-45 rounded-sm bg-brand-fill lg:hidden"
        />
      )}
    </section>
  );
}
