import {
  checkText,
  normalizeText,
  readTypedText,
  textLimits,
  truncateText,
} from "@toibako/contract/text.ts";
import { classifyWithModel, loadModel } from "../../apps/server/src/features/filters/classifier.ts";
import { buildOwnWordMatcher } from "../../apps/server/src/features/filters/filter.ts";
import {
  type PreparedText,
  prepareText,
} from "../../apps/server/src/features/filters/normalize.ts";
import { loadWordLists } from "../../apps/server/src/features/filters/words.ts";
import {
  costlyPosts,
  costlyTexts,
  measureCost,
} from "../../apps/server/src/platform/testing/costly-texts.ts";
import { type Bench, measureTurns } from "../bench.ts";
import { atMost, createFigure, type Figure, type Row } from "../report.ts";

/** The maximum CPU time of one step for any text, in milliseconds. */
const target = 20;

/**
 * Measures the CPU time that the slowest text takes in each step: the steps of `forAnyText` get texts of
 * any length, the others only texts whose length was checked before.
 */
export function measureTexts(bench: Bench): Promise<Row[]> {
  const model = loadModel();
  const lists = loadWordLists();
  const ownWordMatcher = buildOwnWordMatcher(
    Array.from({ length: 50 }, (_, index) => "あ".repeat(index + 1)),
  );
  const forAnyText: Record<string, (text: string) => unknown> = {
    "reading a text": (text) => readTypedText(text, 5_000),
    "checking a text": (text) => checkText(text, textLimits.question),
    "normalising a text": normalizeText,
    "cutting a text": (text) => truncateText(text, 103),
  };
  const forCheckedText: Record<string, (text: string) => unknown> = {
    "reading a post for the filters": prepareText,
    "classifying a post": (text) => classifyWithModel(text, model),
  };
  const forPreparedText: Record<string, (prepared: PreparedText) => unknown> = {
    "word lists on a post": (prepared) =>
      lists["zh-CN"].map(({ matcher }) => matcher.find(prepared)),
    "own words on a post": (prepared) => ownWordMatcher.find(prepared),
  };
  const longest = Object.values(costlyPosts);
  return measureTurns(bench, () => [
    ...measureSteps(forAnyText, [...Object.values(costlyTexts), ...longest]),
    ...measureSteps(forCheckedText, longest),
    ...measureSteps(forPreparedText, longest.map(prepareText)),
  ]);
}

function measureSteps<T>(steps: Record<string, (input: T) => unknown>, inputs: T[]): Figure[] {
  return Object.entries(steps).map(([what, run]) => {
    const costs = inputs.map((input) => measureCost(() => run(input), target));
    return createFigure(`${what}, the slowest`, Math.max(...costs), atMost(target, " ms"), 1);
  });
}
