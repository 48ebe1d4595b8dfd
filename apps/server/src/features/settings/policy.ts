import {
  type Birthday,
  findToday,
  formatBirthday,
  isAdult,
  isPossibleBirthday,
} from "@toibako/contract/birthdays.ts";
import { readTimeZone } from "@toibako/contract/dates.ts";
import type { Settings } from "@toibako/contract/settings.ts";
import { readTypedText, type TextReading, textLimits } from "@toibako/contract/text.ts";
import { createFieldFailure, Failure, type FieldProblem } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";
import { readName } from "../accounts/policy.ts";

const profileFields = ["displaying_name", "self_introduction"] as const;

/** Validates and normalises settings; an empty display name becomes the handle. Throws `invalid_fields`. */
export function checkSettings(input: Settings, account: string): Settings {
  const { displaying_name, self_introduction, time_zone } = input;
  const readings: Partial<Record<(typeof profileFields)[number], TextReading>> = {
    ...(displaying_name !== undefined && { displaying_name: readName(displaying_name, account) }),
    ...(self_introduction !== undefined && {
      self_introduction: readTypedText(self_introduction, textLimits.self_introduction, {
        isOptional: true,
      }),
    }),
  };
  const fields = profileFields.flatMap((field) => {
    const problem = readings[field]?.problem;
    return problem ? [createTextProblem(field, problem, textLimits[field])] : [];
  });
  if (fields.length > 0) throw new Failure("invalid_fields", { fields });
  const texts = Object.fromEntries(
    Object.entries(readings).map(([field, { text }]) => [field, text]),
  );
  return {
    ...input,
    ...texts,
    ...(time_zone !== undefined && { time_zone: requireTimeZone(time_zone) }),
  };
}

function requireTimeZone(name: string): string {
  const time_zone = readTimeZone(name);
  if (time_zone === undefined) throw createFieldFailure("time_zone", "invalid_field");
  return time_zone;
}

/** Creates the error of a form with one invalid field. */
export function createFormFailure(field: string, text_key: string): Failure {
  return new Failure("form_validation_failed", { fields: [{ field, text_key }] });
}

const birthdayFields = ["birthday_year", "birthday_month", "birthday_day"] as const;
type TypedBirthday = { [F in (typeof birthdayFields)[number]]?: number | string };

interface BirthdayResult {
  birthday: Birthday | undefined;
  problems: FieldProblem[];
}

/** Validates the birthday of a form; `birthday` is undefined if it is invalid or all of its fields are empty. */
export function readBirthday(
  typed: TypedBirthday,
  { birthday: stored, time_zone }: Pick<SessionUser, "birthday" | "time_zone">,
): BirthdayResult {
  const missing = birthdayFields.filter((field) => (typed[field] ?? "") === "");
  if (missing.length === birthdayFields.length) return { birthday: undefined, problems: [] };
  const problems = missing.map((field) => ({ field, text_key: "missing_field" }));
  if (problems.length > 0) return { birthday: undefined, problems };
  const [year = 0, month = 0, day = 0] = birthdayFields.map((field) => Number(typed[field]));
  const birthday = { year, month, day };
  if (!isPossibleBirthday(birthday, findToday(time_zone))) {
    problems.push({ field: "birthday_day", text_key: "impossible_date" });
  } else if (stored !== null && stored !== formatBirthday(birthday)) {
    problems.push({ field: "birthday_day", text_key: "birthday_is_set" });
  }
  return { birthday: problems.length > 0 ? undefined : birthday, problems };
}

/** Returns a problem for each field of the birthday. */
export function listMissingBirthdayFields(): FieldProblem[] {
  return birthdayFields.map((field) => ({ field, text_key: "missing_field" }));
}

/** Returns a problem if messages are turned on for an account without a birthday or of a minor. */
export function checkReceivingMessages(
  is_receive_dm: boolean | undefined,
  birthday: Birthday | null,
  { time_zone }: Pick<SessionUser, "time_zone">,
): FieldProblem[] {
  const mayReceive = birthday !== null && isAdult(birthday, findToday(time_zone));
  const isRefused = is_receive_dm === true && !mayReceive;
  return isRefused ? [{ field: "is_receive_dm", text_key: "too_young_for_messages" }] : [];
}
