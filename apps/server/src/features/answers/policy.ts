import type { QuestionType } from "@toibako/contract/items.ts";
import { textLimits } from "@toibako/contract/text.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { SessionUser } from "#platform/identity/viewer.ts";

/**
 * Whether a question is withheld from a viewer other than its answerer; `user` is undefined for visitors. Only
 * accounts that chose to see sensitive content are shown sensitive questions, whose `is_ad_default` is false.
 */
export function isWithheld(
  is_ad_default: boolean,
  user: Pick<SessionUser, "is_show_sensitive_content"> | undefined,
): boolean {
  return !is_ad_default && !user?.is_show_sensitive_content;
}

interface AnsweredQuestion {
  type: QuestionType;
  options: string[] | null;
}

/** An answer as it was sent. */
export interface AnswerInput {
  text?: string;
  chosen_option?: number | null;
}

/** The content of an answer, checked and normalised. */
export interface AnswerContent {
  text: string;
  chosen_option: number | null;
}

/** Checks and normalises an answer. If the question has options, the answer needs one and its text is optional. */
export function readAnswer({ options }: AnsweredQuestion, input: AnswerInput): AnswerContent {
  const { text = "", chosen_option = null } = input;
  if (!options) {
    if (chosen_option !== null) throw createFieldFailure("chosen_option", "invalid_field");
    return { text: requireText("text", text, textLimits.answer), chosen_option };
  }
  if (chosen_option === null) throw createFieldFailure("chosen_option", "option_needed");
  if (chosen_option >= options.length) throw createFieldFailure("chosen_option", "invalid_field");
  return {
    text: requireText("text", text, textLimits.answer, { isOptional: true }),
    chosen_option,
  };
}
