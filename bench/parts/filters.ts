import { classifyWithModel, loadModel } from "../../apps/server/src/features/filters/classifier.ts";
import {
  buildOwnWordMatcher,
  findHoldingRule,
} from "../../apps/server/src/features/filters/filter.ts";
import { buildMatcher } from "../../apps/server/src/features/filters/matcher.ts";
import { prepareText } from "../../apps/server/src/features/filters/normalize.ts";
import { loadWordLists } from "../../apps/server/src/features/filters/words.ts";
import { type Bench, measureTurns } from "../bench.ts";
import { computeMedian } from "../load.ts";
import { atMost, createFigure, type Figure, type Row } from "../report.ts";

const letters = "あいうえおかきくけこさしすせそ死殺馬鹿";
/** A prime, so that consecutive words share no beginning. */
const spreadingPrime = 7919;
const createWord = (n: number) =>
  Array.from(
    { length: 6 },
    (_, position) => letters[Math.floor(n / letters.length ** position) % letters.length],
  ).join("");
const createWords = (count: number) =>
  Array.from({ length: count }, (_, n) => createWord(n * spreadingPrime));
const createText = (length: number) =>
  Array.from({ length }, (_, n) => letters[(n * n + 3 * n) % letters.length]).join("");

/** Measures what filtering a question costs, in milliseconds. */
export async function measureFilters(bench: Bench): Promise<Row[]> {
  const model = loadModel();
  const matcher = buildMatcher(createWords(10_000).map((word) => ({ word })));
  const sources = {
    wordLists: loadWordLists(),
    classifyText: async (text: string) => classifyWithModel(text, model),
  };
  const settings = { locale: "ja", ml_filter: "high", use_ngword_filter: true } as const;
  const allSettings = { ...settings, ownWordMatcher: buildOwnWordMatcher(createWords(100)) };
  const [usual, longest] = [createText(200), createText(5000)];
  const cases: [what: string, target: number, run: () => unknown][] = [
    ["all filters, 200 characters", 2, () => findHoldingRule(usual, allSettings, sources)],
    ["all filters, 5,000 characters", 10, () => findHoldingRule(longest, allSettings, sources)],
    ["10,000 words in 5,000 characters", 10, () => matcher.find(prepareText(longest))],
    ["the model, 5,000 characters", 2, () => classifyWithModel(longest, model)],
    ["a matcher of 100 words", 5, () => buildOwnWordMatcher(createWords(100))],
  ];
  return measureTurns(bench, async () => {
    const figures: Figure[] = [];
    for (const [what, target, run] of cases) {
      const taken = await measureMedian(run, bench.size.filterRounds);
      figures.push(createFigure(what, taken, atMost(target, " ms"), 2));
    }
    return figures;
  });
}

/** Returns the median time of several rounds, in milliseconds. */
async function measureMedian(run: () => unknown, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return computeMedian(times);
}
