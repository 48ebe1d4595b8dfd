import { isReservedHandle } from "@toibako/contract/handles.ts";
import { countCharacters, isBlank, normalizeText, textLimits } from "@toibako/contract/text.ts";
import { Failure, type FieldProblem } from "#platform/failure.ts";

/** What people see instead of a name that was left empty is the handle. */
export function displayingName(given: string | undefined, account: string): string {
  const name = normalizeText((given ?? "").replace(/\s+/g, " "));
  return isBlank(name) ? account : name;
}

/** Refuses handles that would shadow a page or deceive, and names that are too long. */
export function checkRegistration(account: string, displaying_name: string): void {
  const fields: FieldProblem[] = [];
  if (isReservedHandle(account)) fields.push({ field: "account", text: "reserved_account" });
  if (countCharacters(displaying_name) > textLimits.displaying_name) {
    fields.push({
      field: "displaying_name",
      text: "invalid_text_maxlength",
      parameters: { length: textLimits.displaying_name },
    });
  }
  if (fields.length > 0) throw new Failure("invalid_fields", { fields });
}
