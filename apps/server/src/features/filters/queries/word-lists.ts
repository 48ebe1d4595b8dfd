import { isLocale, type Locale, locales } from "@toibako/contract/locales.ts";
import { newVersion } from "@toibako/contract/staff/contents/version.ts";
import {
  type EditedWordList,
  type WordListKind,
  wordListKinds,
  wordListLimits,
} from "@toibako/contract/staff/contents/word-lists.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { createFieldFailure, Failure } from "#platform/http/failure.ts";
import { requireText } from "#platform/http/typed-text.ts";
import type { Services } from "#platform/services.ts";
import { countEntries, findFaultyLine, readMessageLines, readQuestionLines } from "../words.ts";
import { readAddedLines } from "./site-lists.ts";

/** A list in one language. */
export interface WordListKey {
  list: WordListKind;
  locale: Locale;
}

/** Reads the key of a list from an address. Throws `not_found` if there is no such list. */
export function requireListKey(address: { list: string; locale: string }): WordListKey {
  const list = wordListKinds.find((kind) => kind === address.list);
  if (!list || !isLocale(address.locale)) throw new Failure("not_found");
  return { list, locale: address.locale };
}

/** Normalises typed lines. Throws if they are too many or too long, or if one of them has no word; the failure names the line. */
export function requireLines(typed: string): string {
  const text = requireText("lines", typed, wordListLimits.characters, { isOptional: true });
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.length > wordListLimits.lines)
    throw createFieldFailure("lines", "invalid_word_lines", { count: wordListLimits.lines });
  const faulty = findFaultyLine(lines, wordListLimits.lineCharacters);
  if (faulty) {
    const { problem, line } = faulty;
    throw createFieldFailure("lines", problem, { line, length: wordListLimits.lineCharacters });
  }
  return lines.join("\n");
}

/** Lists all lists in all languages, with the number of entries that staff have added. */
export async function listLists(db: Db) {
  const added = await readAddedLines(db);
  return wordListKinds.flatMap((list) =>
    locales.map((locale) => ({
      list,
      locale,
      entries_count: countEntries(added[list][locale]),
    })),
  );
}

const selectList = statement(
  "filters.selectWordList",
  "select lines, version from word_lists where list = :list and locale = :locale",
);

export async function findWordList(
  { db, config }: Pick<Services, "db" | "config">,
  { list, locale }: WordListKey,
): Promise<EditedWordList> {
  const [row] = await selectList(db, { list, locale });
  const readEarlier = list === "questions" ? readQuestionLines : readMessageLines;
  const earlier = readEarlier(locale, config.ng_words_dir);
  return {
    list,
    locale,
    lines: row?.lines ?? "",
    earlier_lines: earlier.join("\n"),
    version: row?.version ?? newVersion,
  };
}
