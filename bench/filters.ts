import { classify, loadModel } from "../apps/server/src/features/filters/classifier.ts";
import { heldBy, ownWords } from "../apps/server/src/features/filters/filter.ts";
import { buildMatcher } from "../apps/server/src/features/filters/matcher.ts";
import { readText } from "../apps/server/src/features/filters/normalize.ts";
import { loadWordLists } from "../apps/server/src/features/filters/words.ts";
import { median } from "./load.ts";
import { atMost, type Row, single } from "./report.ts";

const letters = "あいうえおかきくけこさしすせそ死殺馬鹿";
const wordOf = (n: number) =>
  Array.from({ length: 6 }, (_, at) => letters[Math.floor(n / 19 ** at) % 19]).join("");
const words = (count: number) => Array.from({ length: count }, (_, n) => wordOf(n * 7919));
const textOf = (length: number) =>
  Array.from({ length }, (_, n) => letters[(n * n + 3 * n) % 19]).join("");

/** What looking through a question costs, in milliseconds. */
export async function filters(): Promise<Row[]> {
  const model = loadModel();
  const matcher = buildMatcher(words(10_000).map((word) => ({ word })));
  const sources = { lists: loadWordLists(), score: async (text: string) => classify(text, model) };
  const rules = { locale: "ja", ml_filter: "high", use_ngword_filter: true } as const;
  const all = { ...rules, own_words: ownWords(words(100)) };
  const [usual, longest] = [textOf(200), textOf(5000)];
  return [
    await timed("all filters, 200 characters", 2, () => heldBy(usual, all, sources)),
    await timed("all filters, 5,000 characters", 10, () => heldBy(longest, all, sources)),
    await timed("10,000 words in 5,000 characters", 10, () => matcher.find(readText(longest))),
    await timed("the model, 5,000 characters", 2, () => classify(longest, model)),
    await timed("a matcher of 100 words", 5, () => ownWords(words(100))),
  ];
}

async function timed(what: string, aim: number, run: () => unknown): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < 101; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return single(what, median(times), atMost(aim, " ms"), 2);
}
