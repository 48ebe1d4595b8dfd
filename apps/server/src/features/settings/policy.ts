import { readTimeZone } from "@toibako/contract/dates.ts";
import type { Settings } from "@toibako/contract/settings.ts";
import { readTypedText, type TextReading, textLimits } from "@toibako/contract/text.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";
import { readName } from "../accounts/policy.ts";

const profileFields = ["displaying_name", "self_introduction"] as const;

/** Checks and normalises settings; an empty display name becomes the handle. */
export function checkSettings(given: Settings, account: string): Settings {
  const { displaying_name, self_introduction, time_zone } = given;
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
    ...given,
    ...texts,
    ...(time_zone !== undefined && { time_zone: requireTimeZone(time_zone) }),
  };
}

function requireTimeZone(name: string): string {
  const time_zone = readTimeZone(name);
  if (time_zone === undefined) throw createFieldFailure("time_zone", "invalid_field");
  return time_zone;
}
