import type { QuestionType } from "@toibako/contract/items.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { floorToHour } from "#platform/dates.ts";
import { millisecondsPerDay } from "#platform/durations.ts";
import { Failure } from "#platform/http/failure.ts";
import { readAnswer } from "../../answers/policy.ts";
import { findSiteRule } from "../../filters/filter.ts";
import type { WordLists } from "../../filters/words.ts";
import { chooseBody, joinFilteredTexts, readContent } from "../../questions/policy.ts";
import type { Stamp } from "../../stamps/queries.ts";
import type { AnswerRecord, BroughtRecord } from "../policy/records.ts";

/** An imported answer with its question, both validated and normalised like posted ones. */
export interface BroughtContent {
  type: QuestionType;
  /** Empty if the sender had deleted the text of the question. */
  body: string;
  stamp_id: string | null;
  options: string[] | null;
  locale: Locale;
  asked_hour: string;
  is_sensitive: boolean;
  text: string;
  chosen_option: number | null;
  answered_at: string;
}

/**
 * Reads a record of a valid form; null is one of another form. `malformed`: nobody could post such a question or answer. `refused`: the question contains a word
 * of the site's lists. Answers are not compared with the lists; posted answers aren't either.
 */
export function readBrought(
  record: AnswerRecord | BroughtRecord | null,
  wordLists: WordLists,
  stamps: ReadonlyMap<string, Stamp>,
): BroughtContent | "malformed" | "refused" {
  if (!record) return "malformed";
  const { question, answer, is_sensitive } = record;
  const asked_at = new Date(question.asked_hour);
  const answered_at = new Date(answer.answered_at);
  if (!isPlausible(asked_at) || !isPlausible(answered_at)) return "malformed";
  try {
    const content = readQuestion(question, stamps);
    const texts = joinFilteredTexts(content);
    if (findSiteRule(texts, question.locale, wordLists)) return "refused";
    const options = content.type === "choose" ? content.options : null;
    return {
      type: content.type,
      body: chooseBody(content, question.locale),
      stamp_id: content.type === "stamp" ? content.stamp.id : null,
      options,
      locale: question.locale,
      asked_hour: floorToHour(asked_at).toISOString(),
      is_sensitive,
      ...readAnswer({ type: content.type, options }, answer),
      answered_at: answered_at.toISOString(),
    };
  } catch (error) {
    if (error instanceof Failure) return "malformed";
    throw error;
  }
}

/**
 * Reads a question. A question with a stamp that this site doesn't have becomes a question with a text. A question
 * whose sender deleted its text stays empty.
 */
function readQuestion(
  { type, body, stamp_id, options }: BroughtRecord["question"],
  stamps: ReadonlyMap<string, Stamp>,
) {
  if (type === "text" && body === "" && stamp_id === null && options === null) {
    return { type, body };
  }
  const stamp = stamp_id === null ? undefined : stamps.get(stamp_id);
  const isUnknownStamp = type === "stamp" && stamp_id !== null && !stamp;
  return readContent(
    {
      type: isUnknownStamp ? "text" : type,
      body,
      ...(stamp_id !== null && !isUnknownStamp && { stamp_id }),
      ...(options !== null && { options }),
    },
    stamp,
  );
}

const earliestTime = new Date("2000-01-01").getTime();

/**
 * Whether a question or an answer can have this time. Allows a day in the future, because the clocks of servers
 * differ.
 */
function isPlausible(moment: Date): boolean {
  const time = moment.getTime();
  return time >= earliestTime && time <= Date.now() + millisecondsPerDay;
}

/**
 * Returns a key that is equal for the same answer in two archives. Leaves out `is_sensitive`, which the account can
 * change.
 */
export function formatContentKey(content: BroughtContent): string {
  const { stamp_id, body, options, asked_hour, text, chosen_option, answered_at } = content;
  const question = stamp_id === null ? body : { stamp_id };
  return JSON.stringify([question, options, asked_hour, text, chosen_option, answered_at]);
}
