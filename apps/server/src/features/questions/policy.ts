import { optionLimits } from "@toibako/contract/items.ts";
import {
  checkPost,
  countCharacters,
  isBlank,
  normalizeText,
  textLimits,
} from "@toibako/contract/text.ts";
import { fieldFailure } from "#platform/failure.ts";
import type { Stamp } from "../stamps/groups.ts";

/** What is asked, checked and normalised. */
export type Content =
  | { type: "text"; body: string }
  | { type: "choose"; body: string; options: string[] }
  | { type: "stamp"; stamp: Stamp };

interface Given {
  type?: Content["type"];
  body?: string;
  stamp_id?: string;
  options?: string[];
}

/** What is stored of a question or an answer; refuses what is empty or too long. */
export function postText(field: string, typed: string, limit: number = textLimits.post): string {
  const problem = checkPost(typed, limit);
  if (problem) throw fieldFailure(field, problem, { length: limit });
  return normalizeText(typed);
}

/** What somebody asks; `stamp` is the one that `stamp_id` names. A type that does not fit is refused. */
export function contentOf(given: Given, stamp: Stamp | undefined): Content {
  const { type, stamp_id, options } = given;
  const content = told(given, stamp);
  const is_mixed = stamp_id !== undefined && options !== undefined;
  if (is_mixed || (type ?? content.type) !== content.type)
    throw fieldFailure("type", "invalid_field");
  return content;
}

function told({ body = "", stamp_id, options }: Given, stamp: Stamp | undefined): Content {
  if (stamp) return { type: "stamp", stamp };
  if (stamp_id !== undefined) throw fieldFailure("stamp_id", "invalid_field");
  const text = postText("body", body);
  if (!options) return { type: "text", body: text };
  return { type: "choose", body: text, options: checkedOptions(options) };
}

interface Stored {
  type: Content["type"];
  body: string;
  options: string[] | null;
}

/** What was asked once and stored, to be asked again; a stamp that is gone asks by its words. */
export function storedContent({ type, body, options }: Stored, stamp: Stamp | undefined): Content {
  if (type === "stamp" && stamp) return { type, stamp };
  if (type === "choose" && options) return { type, body, options };
  return { type: "text", body };
}

/** What a filter reads of it: all that the sender wrote, and nothing of a stamp of ours. */
export function filteredText(content: Content): string {
  if (content.type === "stamp") return "";
  return content.type === "choose" ? [content.body, ...content.options].join("\n") : content.body;
}

function checkedOptions(typed: string[]): string[] {
  const options = typed.map(normalizeText);
  const { fewest, most, characters } = optionLimits;
  const fits =
    options.length >= fewest &&
    options.length <= most &&
    options.every((option) => !isBlank(option) && countCharacters(option) <= characters);
  if (!fits) throw fieldFailure("options", "invalid_text_options");
  return options;
}
