import type { CalmDuration, CalmMode } from "@toibako/contract/filters.ts";
import { useRef } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { cx } from "#ui/cx.ts";
import { LoadingStatePanel } from "#ui/feedback/loading-state.tsx";
import { useCalmMode } from "../queries/calm-mode.ts";
import { CalmChoice, CalmOffButton, CalmStateText } from "./calm-controls.tsx";

/** Calm mode in the settings: its state, and the buttons that change it. */
export function CalmSetting() {
  const { t } = useTexts();
  const calm = useCalmMode();
  const { data } = calm;
  const panel = useRef<HTMLDivElement>(null);
  if (!data) {
    return (
      <LoadingStatePanel query={calm} title={t("filters.calm_failed_title")}>
        {t("filters.calm_failed_text")}
      </LoadingStatePanel>
    );
  }
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p
          role="status"
          className={cx("min-w-0 flex-1 basis-48", data.is_on ? "font-bold" : "text-ink-2")}
        >
          {data.is_on ? <CalmStateText calm={data} /> : t("filters.calm_off")}
        </p>
        {data.is_on && (
          <CalmOffButton onSwitchedOff={() => panel.current?.focus({ preventScroll: true })} />
        )}
      </div>
      <CalmChoice
        legend={t(data.is_on ? "filters.calm_change" : "filters.calm_start")}
        current={findCurrentDuration(data)}
      />
    </div>
  );
}

const millisecondsPerDay = 24 * 60 * 60 * 1000;

/**
 * Returns the shortest duration that covers the time left. The server stores only the end of calm mode, not
 * the chosen duration.
 */
function findCurrentDuration({ is_on, until }: CalmMode): CalmDuration | undefined {
  if (!is_on) return undefined;
  if (until === null) return "open_ended";
  return Date.parse(until) - Date.now() <= millisecondsPerDay ? "day" : "week";
}
