import { X } from "lucide-react";
import { useTexts } from "#lib/i18n/texts.tsx";

interface BalloonProps {
  text: string;
  nextLabel: string;
  /** Whether the step is being saved; presses are then ignored. */
  isPending: boolean;
  onNext: () => void;
  onSkip: () => void;
}

/** A step of the tutorial, in a balloon at the top of the page. It covers nothing. */
export function Balloon({ text, nextLabel, isPending, onNext, onSkip }: BalloonProps) {
  const { t } = useTexts();
  return (
    <section data-balloon aria-label={t("onboarding.name")} className="mb-4 animate-rise">
      <div className="flex min-h-[60px] flex-wrap items-center justify-end gap-0.5 rounded-xl bg-brand-fill py-1 pr-0.5 pl-4 text-on-brand shadow-e3">
        <p
          role="status"
          className="short-text min-w-0 flex-1 basis-32 text-sm leading-snug font-bold"
        >
          {text}
        </p>
        <button
          type="button"
          aria-disabled={isPending || undefined}
          onClick={() => isPending || onNext()}
          className="min-h-11 shrink-0 rounded-full bg-on-brand px-3.5 text-sm font-bold text-brand-400 transition-transform duration-120 active:scale-95"
        >
          {nextLabel}
        </button>
        <button
          type="button"
          aria-label={t("onboarding.skip")}
          title={t("onboarding.skip")}
          aria-disabled={isPending || undefined}
          onClick={() => isPending || onSkip()}
          className="grid size-11 shrink-0 place-items-center rounded-full transition-transform duration-120 active:scale-95"
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
    </section>
  );
}
