import { checkPost, normalizeText, textLimits } from "@toibako/contract/text.ts";
import { fieldFailure } from "#platform/failure.ts";

/** What is stored of a question or an answer; refuses what is empty or too long. */
export function postText(field: string, typed: string, limit: number = textLimits.post): string {
  const problem = checkPost(typed, limit);
  if (problem) throw fieldFailure(field, problem, { length: limit });
  return normalizeText(typed);
}
