import { randomInt } from "node:crypto";
import { optionLimits } from "@toibako/contract/items.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { type Paper, papers } from "@toibako/contract/papers.ts";
import { readTypedText, textLimits } from "@toibako/contract/text.ts";
import { createFieldFailure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { Stamp } from "../stamps/queries.ts";

/** The content of a question, checked and normalised. */
export type Content =
  | { type: "text"; body: string }
  | { type: "choose"; body: string; options: string[] }
  | { type: "stamp"; stamp: Stamp };

/** A question as it was sent. */
export interface QuestionInput {
  /** "question" is another name of "text". */
  type?: Content["type"] | "question";
  body?: string;
  stamp_id?: string;
  options?: string[];
  paper?: Paper;
}

/** Draws a paper by lot, for questions that were sent without one. */
export function drawPaper(): Paper {
  return papers[randomInt(papers.length)] as Paper;
}

/** Chooses an entry by the random id of a question, so that it is always the same and reveals nothing. */
export function chooseById<Entry>(entries: readonly Entry[], uuid_hash: string): Entry {
  const sum = Buffer.from(uuid_hash).reduce((total, byte) => total + byte, 0);
  return entries[sum % entries.length] as Entry;
}

/** Returns the paper of a stored question. One from before there were papers has a paper that follows from its id. */
export function toPaper(paper: number | null, uuid_hash: string): Paper {
  return paper === null ? chooseById(papers, uuid_hash) : (papers[paper] as Paper);
}

/**
 * Checks and normalises a question. Throws if its type does not fit its content. `stamp` is the one that the
 * input names.
 */
export function readContent(input: QuestionInput, stamp: Stamp | undefined): Content {
  const { type, stamp_id, options } = input;
  const content = readContentByType(input, stamp);
  const isMixed = stamp_id !== undefined && options !== undefined;
  const statedType = type === "question" ? "text" : (type ?? content.type);
  if (isMixed || statedType !== content.type) throw createFieldFailure("type", "invalid_field");
  return content;
}

function readContentByType(
  { body = "", stamp_id, options }: QuestionInput,
  stamp: Stamp | undefined,
): Content {
  if (stamp) return { type: "stamp", stamp };
  if (stamp_id !== undefined) throw createFieldFailure("stamp_id", "stamp_not_offered");
  const text = requireText("body", body, textLimits.question);
  if (!options) return { type: "text", body: text };
  return { type: "choose", body: text, options: readOptions(options) };
}

interface StoredContent {
  type: Content["type"];
  body: string;
  options: string[] | null;
}

/** Restores the content of a stored question, to ask it again. A stamp that no longer exists becomes a text. */
export function restoreContent(
  { type, body, options }: StoredContent,
  stamp: Stamp | undefined,
): Content {
  if (type === "stamp" && stamp) return { type, stamp };
  if (type === "choose" && options) return { type, body, options };
  return { type: "text", body };
}

/** Returns everything that the sender wrote, for filters; "" for a stamp, whose text the sender did not write. */
export function joinFilteredTexts(content: Content): string {
  if (content.type === "stamp") return "";
  return content.type === "choose" ? [content.body, ...content.options].join("\n") : content.body;
}

/** Chooses the text to store; the text of a stamp is in the receiver's language. */
export function chooseBody(content: Content, locale: Locale): string {
  return content.type === "stamp" ? content.stamp.texts[locale] : content.body;
}

function readOptions(typed: string[]): string[] {
  const { fewest, most, characters } = optionLimits;
  const isCountValid = typed.length >= fewest && typed.length <= most;
  if (!isCountValid) throw createFieldFailure("options", "invalid_text_options");
  const options = typed.map((option) => {
    const { text, problem } = readTypedText(option, characters);
    if (problem === undefined) return text;
    const hasTooManyMarks = problem === "invalid_text_marks";
    throw createFieldFailure("options", hasTooManyMarks ? problem : "invalid_text_options");
  });
  const areDifferent = new Set(options).size === options.length;
  if (!areDifferent) throw createFieldFailure("options", "invalid_text_options");
  return options;
}
