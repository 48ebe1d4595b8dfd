import { Check } from "lucide-react";
import { describeFailure } from "#lib/http/client.ts";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { cx } from "#ui/cx.ts";
import { Callout } from "#ui/feedback/callout.tsx";
import { Spinner } from "#ui/feedback/loader.tsx";
import type { SavingState } from "../queries.ts";

interface SavingNoteProps {
  state: SavingState;
  /** Whether the note is below its setting; it then overlaps the lower margin of the card. */
  isBelow?: boolean;
}

/** Says that a setting is being saved or was saved. Its space is reserved, so that nothing moves. */
export function SavingNote({ state, isBelow = false }: SavingNoteProps) {
  const { t } = useTexts();
  return (
    <p
      role="status"
      className={cx("flex min-h-5 items-center gap-1.5 text-xs text-ink-2", isBelow && "-mb-3")}
    >
      {state === "saving" && (
        <>
          <Spinner />
          <span>{t("settings.saving")}</span>
        </>
      )}
      {state === "saved" && (
        <>
          <Check size={16} className="shrink-0 text-ok" aria-hidden="true" />
          <span>{t("settings.saved")}</span>
        </>
      )}
    </p>
  );
}

/** Says why a setting was not saved, with a button to retry. */
export function NotSaved({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <Callout
      tone="error"
      title={t("settings.not_saved")}
      action={
        <Button variant="outline" size="sm" className="shrink-0" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      }
    >
      {describeFailure(error, t("settings.save_failed"))}
    </Callout>
  );
}
