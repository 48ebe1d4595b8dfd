import type { Settings } from "@toibako/contract/settings.ts";
import { normalizeText } from "@toibako/contract/text.ts";
import { Failure, fieldFailure } from "#platform/failure.ts";
import { displayingName, lengthProblems } from "../accounts/policy.ts";

/** What is stored of the given settings; a name that was emptied is the handle again. */
export function checkedSettings(given: Settings, account: string): Settings {
  const { displaying_name, self_introduction, time_zone } = given;
  const settings = {
    ...given,
    ...(displaying_name !== undefined && {
      displaying_name: displayingName(displaying_name, account),
    }),
    ...(self_introduction !== undefined && { self_introduction: normalizeText(self_introduction) }),
    ...(time_zone !== undefined && { time_zone: knownZone(time_zone) }),
  };
  const fields = (["displaying_name", "self_introduction"] as const).flatMap((field) =>
    lengthProblems(field, settings[field] ?? ""),
  );
  if (fields.length > 0) throw new Failure("invalid_fields", { fields });
  return settings;
}

/** The one name of a time zone that has several; mere offsets are none. */
function knownZone(time_zone: string): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: time_zone }).resolvedOptions();
    if (/^[A-Z]/.test(timeZone)) return timeZone;
  } catch {
    // Said below.
  }
  throw fieldFailure("time_zone", "invalid_field");
}
