import { hasLatinLetter } from "@toibako/contract/rooms/letters.ts";
import { type PersonalAnswer, roomAnswerLength, roomNameLength } from "@toibako/contract/rooms.ts";
import { normalizeForSearch } from "@toibako/contract/search-text.ts";
import { readTypedText, replaceLineBreaks } from "@toibako/contract/text.ts";
import { Failure, type FieldProblem } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";
import { foldLookalikes } from "../../filters/normalize.ts";

/** A question as checking an answer needs it. */
export interface AskedQuestion {
  pk: number;
  uuid: string;
  /** The options by locale; null for a question that is answered by a text. */
  options: Record<string, string[]> | null;
  is_required: boolean;
}

/** An answer as it is stored: a text, or the position of an option. */
export interface StoredAnswer {
  question_pk: number;
  value: string | null;
  option_position: number | null;
}

/** The typed name and answers of a member, checked. */
export interface CheckedProfile {
  display_name: string;
  name_key: string;
  answers: StoredAnswer[];
  /** What the member has written, with the field of each text. */
  texts: { field: string; text: string }[];
}

/** The field of an answer in a reply about invalid fields. */
const formatField = (question_id: string) => `personal_answers.${question_id}`;

/** Characters that can hardly be told from others in a name, which is in hiragana and small letters here. */
const alike: Record<string, string> = {
  ...{ 一: "ー", 二: "に", 八: "は", 千: "ち", 口: "ろ", 夕: "た", 力: "か", 卜: "と", 工: "え" },
  ...{ "0": "o", "1": "l", i: "l" },
};
const alikeCharacters = new RegExp(`[${Object.keys(alike).join("")}]`, "g");

/**
 * One spelling of a name, in which the names of a room's present members differ: width, case, kana, accents, letters that
 * look alike, spaces and signs make no difference, unless the name has nothing else.
 */
export function normalizeName(name: string): string {
  const letters = foldLookalikes(normalizeForSearch(name));
  const spelled = letters.replace(alikeCharacters, (character) => alike[character] ?? character);
  return spelled || name.normalize("NFKC").replace(hiddenCharacters, "");
}

/**
 * The keys that a present member of the same name may have: those who joined before letters that look alike were one have
 * the second.
 */
export const listNameKeys = (name: string): string[] => [
  normalizeName(name),
  normalizeForSearch(name),
];

const hiddenCharacters = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/** Checks the name and the answers by which a member is known; throws with every invalid field. */
export function checkProfile(
  typed: { display_name: string; personal_answers: readonly PersonalAnswer[] },
  questions: readonly AskedQuestion[],
  is_without_latin: boolean,
): CheckedProfile {
  const problems: FieldProblem[] = [];
  const texts: CheckedProfile["texts"] = [];
  const readText = (field: string, text: string, limit: number, isOptional = false) => {
    const reading = readTypedText(text, limit, { isOptional });
    if (reading.problem) {
      problems.push(createTextProblem(field, reading.problem, limit));
      return "";
    }
    const line = replaceLineBreaks(reading.text);
    if (is_without_latin && hasLatinLetter(line)) {
      problems.push({ field, text_key: "letters_refused" });
    }
    if (line !== "") texts.push({ field, text: line });
    return line;
  };
  const display_name = readText("display_name", typed.display_name, roomNameLength);
  const valuesById = readValues(typed.personal_answers, questions, problems);
  const answers = questions.flatMap((question): StoredAnswer[] => {
    const { pk: question_pk, uuid, options, is_required } = question;
    const typedValue = valuesById.get(uuid) ?? "";
    const field = formatField(uuid);
    if (!options) {
      const value = readText(field, typedValue, roomAnswerLength, !is_required);
      return value === "" ? [] : [{ question_pk, value, option_position: null }];
    }
    if (typedValue === "" && !is_required) return [];
    const option_position = findOption(options, typedValue);
    if (option_position < 0) problems.push({ field, text_key: "invalid_room_option" });
    return [{ question_pk, value: null, option_position }];
  });
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
  return { display_name, name_key: normalizeName(display_name), answers, texts };
}

/** Reads the values by question; adds a problem for a question that isn't asked, or is answered twice. */
function readValues(
  personal_answers: readonly PersonalAnswer[],
  questions: readonly AskedQuestion[],
  problems: FieldProblem[],
): Map<string, string> {
  const valuesById = new Map<string, string>();
  for (const { question_id, value } of personal_answers) {
    const isAsked = questions.some(({ uuid }) => uuid === question_id);
    if (!isAsked || valuesById.has(question_id)) {
      problems.push({ field: "personal_answers", text_key: "invalid_room_question" });
    }
    valuesById.set(question_id, value);
  }
  return valuesById;
}

/** The position of an option, in whatever language it is given; -1 if there is none. */
function findOption(options: Record<string, string[]>, value: string): number {
  const lists = Object.values(options);
  return lists.map((list) => list.indexOf(value)).find((position) => position >= 0) ?? -1;
}

const dataUrlPrefix = /^data:[\w.+-]{1,40}\/[\w.+-]{1,60};base64,/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Decodes a picture in base64, with or without one prefix of a data URL; undefined for anything else. Its type is found
 * by its content.
 */
export function decodePicture(text: string): Buffer | undefined {
  const encoded = text.replace(dataUrlPrefix, "");
  if (encoded.length % 4 !== 0 || !base64.test(encoded)) return undefined;
  return Buffer.from(encoded, "base64");
}
