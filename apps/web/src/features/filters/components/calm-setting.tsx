import type { CalmDuration, CalmMode } from "@toibako/contract/filters.ts";
import { useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { SkeletonList } from "#ui/feedback/skeleton.tsx";
import { ErrorState } from "#ui/feedback/states.tsx";
import { useCalmMode } from "../queries/calm-mode.ts";
import { CalmChoice, CalmOff, CalmStateText } from "./calm-controls.tsx";

/** Calm mode in the settings: its state, and the buttons that change it. */
export function CalmSetting() {
  const { t } = useTexts();
  const { data, isError, isFetching, refetch } = useCalmMode();
  const panel = useRef<HTMLDivElement>(null);
  if (!data && isError) {
    return (
      <ErrorState
        title={t("filters.calm_failed_title")}
        heading={3}
        drawing={null}
        className="py-2"
        retryLabel={t("common.retry")}
        onRetry={refetch}
        pending={isFetching}
      >
        {t("filters.calm_failed_text")}
      </ErrorState>
    );
  }
  if (!data) return <SkeletonList kind="row" count={1} label={t("common.loading")} />;
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p
          role="status"
          className={cx(
            "min-w-0 flex-1 basis-48 [word-break:auto-phrase]",
            data.is_on ? "font-bold" : "text-ink-2",
          )}
        >
          {data.is_on ? <CalmStateText calm={data} /> : t("filters.calm_off")}
        </p>
        {data.is_on && (
          <CalmOff onSwitchedOff={() => panel.current?.focus({ preventScroll: true })} />
        )}
      </div>
      <CalmChoice
        legend={t(data.is_on ? "filters.calm_change" : "filters.calm_start")}
        current={findCurrentDuration(data)}
      />
    </div>
  );
}

const day = 24 * 60 * 60 * 1000;

/** Only the end of calm mode is stored, not the duration that was chosen. */
function findCurrentDuration({ is_on, until }: CalmMode): CalmDuration | undefined {
  if (!is_on) return undefined;
  if (until === null) return "open_ended";
  return Date.parse(until) - Date.now() <= day ? "day" : "week";
}
