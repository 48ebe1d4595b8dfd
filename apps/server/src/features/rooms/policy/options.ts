import { type Locale, locales } from "@toibako/contract/locales.ts";
import type { RoomOptions } from "@toibako/contract/rooms.ts";
import { minRoomOptions, roomOptionLength } from "@toibako/contract/staff/contents/rooms.ts";
import { readTypedText, replaceLineBreaks } from "@toibako/contract/text.ts";
import { Failure, type FieldProblem } from "#platform/http/failure.ts";
import { createTextProblem } from "#platform/http/typed-text.ts";

/**
 * Normalises the typed options of a question and checks them; throws if they are too few, too long or not equally many in
 * each language, or if one text stands for several places: members choose an option by its text in any language.
 * `stored` are the present options of a stored question. Each of them keeps its place, because answers are stored as
 * places.
 */
export function requireOptions(
  typed: RoomOptions | null,
  stored: RoomOptions | null | undefined,
): RoomOptions | null {
  if (stored !== undefined && (typed === null) !== (stored === null)) {
    throw createProblem(locales.map((locale) => [locale, "room_options_fixed"]));
  }
  if (typed === null) return null;
  const options = readOptions(typed);
  const count = Math.max(...locales.map((locale) => options[locale].length));
  refuse(
    (locale) => options[locale].length < Math.max(count, minRoomOptions),
    "room_options_uneven",
  );
  const places = new Map<string, Set<number>>();
  for (const list of Object.values(options)) {
    for (const [place, text] of list.entries()) {
      places.set(text, (places.get(text) ?? new Set()).add(place));
    }
  }
  refuse(
    (locale) => options[locale].some((text) => (places.get(text)?.size ?? 0) > 1),
    "room_options_repeated",
  );
  if (stored) {
    refuse(
      (locale) =>
        options[locale].length < stored[locale].length ||
        options[locale].some((text, place) => {
          const former = stored[locale].indexOf(text);
          return former >= 0 && former !== place;
        }),
      "room_options_fixed",
    );
  }
  return options;
}

function readOptions(typed: RoomOptions): RoomOptions {
  const problems: FieldProblem[] = [];
  const lists = locales.map((locale): [Locale, string[]] => [
    locale,
    typed[locale].map((option) => {
      const { text, problem } = readTypedText(option, roomOptionLength);
      if (problem) problems.push(createTextProblem(`options.${locale}`, problem, roomOptionLength));
      return replaceLineBreaks(text ?? "");
    }),
  ]);
  if (problems.length > 0) throw new Failure("invalid_fields", { fields: problems });
  return Object.fromEntries(lists) as RoomOptions;
}

/** Throws if the options of a language have a problem, which is named by the key of its text. */
function refuse(hasProblem: (locale: Locale) => boolean, text_key: string): void {
  const found = locales.filter(hasProblem);
  if (found.length > 0) throw createProblem(found.map((locale) => [locale, text_key]));
}

const createProblem = (problems: [Locale, string][]) =>
  new Failure("invalid_fields", {
    fields: problems.map(([locale, text_key]) => ({ field: `options.${locale}`, text_key })),
  });
