import type { CurrentUser } from "@toibako/contract/accounts.ts";
import { useMemo, useState } from "react";
import { useTexts } from "#lib/i18n/texts.tsx";
import { useBrowserTimeZone } from "#lib/i18n/time-zone.ts";
import { listTimeZones, nameTimeZone } from "#lib/i18n/time-zone-list.ts";
import { Field } from "#ui/forms/field.tsx";
import { Select } from "#ui/forms/select.tsx";
import { useSetting } from "../queries.ts";
import { NotSaved, SavingNote } from "./saving-note.tsx";

/** The time zone in which dates are shown. */
export function TimeZoneSetting({ user }: { user: CurrentUser }) {
  const { t, tag } = useTexts();
  const { value, choose, state, error, retry } = useSetting(user, "time_zone");
  const isHydrated = useBrowserTimeZone() !== undefined;
  // Of the zones with the same name, `listTimeZones` lists this one. It stays the same after each choice, so
  // that the list does too.
  const [initialZone] = useState(value);
  const groups = useMemo(
    () => (isHydrated ? listTimeZones(tag, initialZone) : []),
    [isHydrated, tag, initialZone],
  );
  return (
    <div className="grid gap-1">
      <Field label={t("settings.time_zone")} hint={t("settings.time_zone_hint")}>
        <Select value={value} onChange={({ target }) => choose(target.value)}>
          {/* Before hydration, only the chosen time zone is listed. The browser may name it differently from the
              server. */}
          {groups.length === 0 && (
            <option value={value} suppressHydrationWarning>
              {nameTimeZone(tag, value)}
            </option>
          )}
          {groups.map(({ offset, options }) => (
            <optgroup key={offset} label={offset}>
              {options.map(({ zone, name }) => (
                <option key={zone} value={zone}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <SavingNote state={state} isBelow />
      {state === "failed" && <NotSaved error={error} onRetry={retry} />}
    </div>
  );
}
