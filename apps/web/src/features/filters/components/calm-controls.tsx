import { type CalmDuration, type CalmMode, calmDurations } from "@toibako/contract/filters.ts";
import { Check } from "lucide-react";
import { describeFailure } from "#lib/http/client.ts";
import { FormattedDate } from "#lib/i18n/formatted-date.tsx";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Button } from "#ui/buttons/button.tsx";
import { useToasts } from "#ui/feedback/toasts.ts";
import { useSetCalmMode } from "../queries/calm-mode.ts";

interface CalmChoiceProps {
  legend: string;
  /** The duration whose button is marked. */
  current?: CalmDuration | undefined;
  onSwitchedOn?: () => void;
}

/** Buttons that switch calm mode on, one for each duration. */
export function CalmChoice({ legend, current, onSwitchedOn }: CalmChoiceProps) {
  const { t } = useTexts();
  const { save, savingDuration } = useSaveCalmMode();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {calmDurations.map((duration) => (
          <Button
            key={duration}
            variant="outline"
            size="sm"
            aria-pressed={current && duration === current}
            isPending={savingDuration === duration}
            onClick={() => save(duration, onSwitchedOn)}
          >
            {duration === current && <Check size={16} aria-hidden="true" />}
            <span>{t(`filters.calm_${duration}`)}</span>
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** The button that switches calm mode off. */
export function CalmOffButton({ onSwitchedOff }: { onSwitchedOff: () => void }) {
  const { t } = useTexts();
  const { save, savingDuration } = useSaveCalmMode();
  return (
    <Button
      variant="outline"
      size="sm"
      isPending={savingDuration === null}
      onClick={() => save(null, onSwitchedOff)}
    >
      {t("filters.calm_switch_off")}
    </Button>
  );
}

/** A new attempt to save calm mode removes the error message of this topic. */
const failureTopic = "calm mode";

/** Returns a function that saves a duration (null for off), and the duration that is being saved. */
function useSaveCalmMode() {
  const { t } = useTexts();
  const toasts = useToasts();
  const mutation = useSetCalmMode();

  // Uses `mutateAsync`, because the new state unmounts the button, and React Query then doesn't call the
  // callbacks of `mutate`.
  async function save(duration: CalmDuration | null, onSaved?: () => void) {
    if (mutation.isPending) return;
    toasts.dismiss(failureTopic);
    try {
      await mutation.mutateAsync(duration);
    } catch (error) {
      const text = describeFailure(error, t("filters.calm_change_failed"));
      toasts.showBar("error", text, { topic: failureTopic });
      return;
    }
    onSaved?.();
  }
  return {
    save: (duration: CalmDuration | null, onSaved?: () => void) => void save(duration, onSaved),
    savingDuration: mutation.isPending ? mutation.variables : undefined,
  };
}

/** Says that calm mode is on, and until when. */
export function CalmStateText({
  calm: { until, until__formatted: formattedUntil },
}: {
  calm: CalmMode;
}) {
  const { t } = useTexts();
  if (until === null || formattedUntil === null)
    return <span>{t("filters.calm_on_open_ended")}</span>;
  const time = (
    <FormattedDate
      at={until}
      form="nearest_hour"
      text={formattedUntil}
      className="whitespace-nowrap"
    />
  );
  return t.rich("filters.calm_on_until", { until: time }, {});
}
