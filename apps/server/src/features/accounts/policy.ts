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
  fields.push(...lengthProblems("displaying_name", displaying_name));
  if (fields.length > 0) throw new Failure("invalid_fields", { fields });
}

/** What is wrong with the length of what somebody says of themself. */
export function lengthProblems(
  field: "displaying_name" | "self_introduction",
  text: string,
): FieldProblem[] {
  const length = textLimits[field];
  if (countCharacters(text) <= length) return [];
  return [{ field, text: "invalid_text_maxlength", parameters: { length } }];
}

/**
 * Handles to try for somebody who comes from a network, the dearest first: their nickname there, then
 * the same with one of `endings`, which are 4 letters or digits each.
 */
export function handlesFor(nickname: string, endings: readonly string[]): string[] {
  const letters = nickname.normalize("NFKD").replace(/\p{Mark}/gu, "");
  const words = letters.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|_+$/g, "");
  const stem = words.length < 3 ? "box" : words;
  const handles = endings.map((ending) => `${stem.slice(0, 15)}_${ending}`);
  if (stem === words) handles.unshift(words.slice(0, 20));
  return handles.filter((handle) => !isReservedHandle(handle));
}
