import type { Settings } from "@toibako/contract/settings.ts";
import { normalizeText } from "@toibako/contract/text.ts";
import { Failure } from "#platform/failure.ts";
import { displayingName, lengthProblems } from "../accounts/policy.ts";

/** What is stored of the given settings; a name that was emptied is the handle again. */
export function checkedSettings(given: Settings, account: string): Settings {
  const { displaying_name, self_introduction } = given;
  const settings = {
    ...given,
    ...(displaying_name !== undefined && {
      displaying_name: displayingName(displaying_name, account),
    }),
    ...(self_introduction !== undefined && { self_introduction: normalizeText(self_introduction) }),
  };
  const fields = (["displaying_name", "self_introduction"] as const).flatMap((field) =>
    lengthProblems(field, settings[field] ?? ""),
  );
  if (fields.length > 0) throw new Failure("invalid_fields", { fields });
  return settings;
}
