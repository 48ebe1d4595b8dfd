import type { RoomQuestion } from "@toibako/contract/rooms/members.ts";
import { ApiError, getErrorTexts } from "#lib/http/client.ts";
import { nameField, pictureField } from "./profile-values.ts";

/** What the server says about the fields of a profile, and what it says besides. */
export interface ProfileRefusal {
  fields: Record<string, string | undefined>;
  message?: string;
}

/** The codes of a refused picture. */
const pictureCodes = ["too_large", "wrong_media"];

/** Assigns the messages of a failed call to the fields of the form. `fallback` is the text of a failure without one. */
export function describeProfileRefusal(
  error: Error | null | undefined,
  questions: readonly RoomQuestion[],
  fallback: string,
): ProfileRefusal {
  if (!error) return { fields: {} };
  const text = getErrorTexts(error, fallback).join(" ");
  if (!(error instanceof ApiError)) return { fields: {}, message: text };
  if (pictureCodes.includes(error.code)) return { fields: { [pictureField]: text } };
  const known = new Set([
    nameField,
    pictureField,
    ...questions.map(({ question_id }) => question_id),
  ]);
  const fields: ProfileRefusal["fields"] = {};
  for (const [path, texts] of Object.entries(error.details)) {
    const field = path.split(".").at(-1) ?? "";
    if (known.has(field)) fields[field] = texts.join(" ");
  }
  const isExplained = Object.keys(fields).length > 0;
  return isExplained ? { fields } : { fields, message: text };
}
