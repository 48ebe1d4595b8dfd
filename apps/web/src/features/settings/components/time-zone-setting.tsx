import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useSyncExternalStore } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/select.tsx";
import { useSetting } from "../queries.ts";
import { NotSaved, SavingNote } from "./saving-note.tsx";

const none: readonly string[] = [];
let known: readonly string[] | undefined;

/** Browsers know different names of time zones, so the rendered page lists only the chosen one. */
function useZones(chosen: string): readonly string[] {
  const zones = useSyncExternalStore(
    () => () => {},
    () => (known ??= ["UTC", ...Intl.supportedValuesOf("timeZone")]),
    () => none,
  );
  return zones.includes(chosen) ? zones : [chosen, ...zones];
}

/** The time zone in which dates are shown. */
export function TimeZoneSetting({ user }: { user: CurrentUser }) {
  const { t } = useTexts();
  const { value, choose, state, error, retry } = useSetting(user, "time_zone");
  const regions = groupByRegion(useZones(value));
  return (
    <div className="grid gap-1">
      <Field label={t("settings.time_zone")} hint={t("settings.time_zone_hint")}>
        <Select value={value} onChange={({ target }) => choose(target.value)}>
          {[...regions].map(([region, zones]) => (
            <optgroup key={region} label={region}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {getCity(zone)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <SavingNote state={state} />
      {state === "failed" && <NotSaved error={error} onRetry={retry} />}
    </div>
  );
}

function getCity(zone: string): string {
  return zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ");
}

function groupByRegion(zones: readonly string[]): Map<string, string[]> {
  const regions = new Map<string, string[]>();
  for (const zone of zones) {
    const [region = zone] = zone.split("/", 1);
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return regions;
}
