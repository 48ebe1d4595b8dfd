import type { QuestionType } from "@toibako/contract/items.ts";
import { isBlank } from "@toibako/contract/text.ts";
import { fieldFailure } from "#platform/failure.ts";
import type { SessionUser } from "#platform/viewer.ts";
import { postText } from "../questions/policy.ts";

type Reader = Pick<SessionUser, "pk" | "is_show_sensitive_content"> | undefined;

/** What a sensitive question asks is for those who chose to see it; without an account nobody can. */
export function isWithheld(is_ad_default: boolean, reader: Reader): boolean {
  return !is_ad_default && !reader?.is_show_sensitive_content;
}

interface Asked {
  type: QuestionType;
  options: string[] | null;
}

interface Given {
  text?: string;
  chosen_option?: number | null;
}

/** What is stored of an answer: normalised and checked. */
export interface AnswerContent {
  text: string;
  chosen_option: number | null;
}

/** A question with options is answered by exactly one of its own; words are added as one likes. */
export function answerTo({ options }: Asked, given: Given): AnswerContent {
  const { text = "", chosen_option = null } = given;
  if (!options) {
    if (chosen_option !== null) throw fieldFailure("chosen_option", "invalid_field");
    return { text: postText("text", text), chosen_option };
  }
  if (chosen_option === null) throw fieldFailure("chosen_option", "option_needed");
  if (chosen_option >= options.length) throw fieldFailure("chosen_option", "invalid_field");
  return { text: isBlank(text) ? "" : postText("text", text), chosen_option };
}
