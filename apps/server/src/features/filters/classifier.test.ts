import { readFileSync } from "node:fs";
import { mlFilterFigures } from "@toibako/contract/filters.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { classify, loadModel, saveModel } from "./classifier.ts";
import { measure } from "./corpus/measure.ts";
import { heldOutTexts, heldOutWords, trainingTexts } from "./corpus/texts.ts";
import { train } from "./corpus/train.ts";
import { categories, levels } from "./score.ts";

const model = loadModel();
const judge = (text: string) => classify(text, model);
const heldOut = heldOutTexts();
const figures = measure(heldOut, judge);

/** What docs/filters.md states, in percent: the cells of the row that begins so. */
const doc = readFileSync(new URL("../../../../../docs/filters.md", import.meta.url), "utf8");
function stated(row: string): number[] {
  const line = doc.split("\n").find((candidate) => candidate.startsWith(`| ${row} `));
  return (line ?? "")
    .split("|")
    .slice(2, -1)
    .map((cell) => Number.parseInt(cell, 10));
}

test("BOX-17 the texts that measure are many and none of them was learned", () => {
  const learned = new Set(trainingTexts().map(({ text }) => text));
  expect(heldOut.length).toBeGreaterThanOrEqual(300);
  expect(heldOut.filter(({ text }) => learned.has(text))).toEqual([]);
});

test.each(levels)(
  "BOX-17 level %s finds as much, as rightly, as the documentation says",
  (level) => {
    const { precision, recall, held_harmless } = figures[level];
    const [stated_precision, stated_recall, stated_harmless] = stated(`\`${level}\``);
    expect(precision * 100).toBeGreaterThanOrEqual(stated_precision ?? 100);
    expect(recall * 100).toBeGreaterThanOrEqual(stated_recall ?? 100);
    expect(held_harmless * 100).toBeLessThanOrEqual(stated_harmless ?? 0);
  },
);

test("BOX-17 the settings state the figures that the documentation states", () => {
  expect(mlFilterFigures.texts).toBe(heldOut.length);
  for (const level of levels) {
    const [, caught, mistaken] = stated(`\`${level}\``);
    expect(mlFilterFigures[level]).toEqual({ caught, mistaken });
  }
});

test.each(categories)("BOX-17 %s is found as the documentation says", (category) => {
  const [precision, ...recalls] = stated(`\`${category}\``);
  expect(figures.medium.precision_of[category] * 100).toBeGreaterThanOrEqual(precision ?? 100);
  for (const [at, level] of levels.entries()) {
    const recall = figures[level].recall_of[category] * 100;
    expect(recall).toBeGreaterThanOrEqual(recalls[at] ?? 100);
  }
});

test.each([
  ["demo (260 questions)", "ja"],
  ["demo in English", "en"],
])("BOX-17 ordinary questions of the %s pass", (row, locale) => {
  const file = new URL(`../../demo/${locale}.json`, import.meta.url);
  const demo = JSON.parse(readFileSync(file, "utf8")) as { body: string }[];
  const held = demo.filter(({ body }) => {
    const finding = judge(body);
    return finding && finding.level !== "high";
  });
  const [share] = stated(row);
  expect((held.length / demo.length) * 100).toBeLessThanOrEqual(share ?? 0);
});

test("BOX-17 single words pass, as a word or as a question", () => {
  const texts = heldOutWords().flatMap((word) => [
    word,
    `${word}？`,
    `${word}は？`,
    `${word}好き？`,
  ]);
  const held = texts.filter((text) => {
    const finding = judge(text);
    return finding && finding.level !== "high";
  });
  const [share] = stated("single words (162, four ways each)");
  expect((held.length / texts.length) * 100).toBeLessThanOrEqual(share ?? 0);
});

test("BOX-17 harm does not hide behind a long harmless beginning", () => {
  const head = "今日はとてもいい天気でしたね。散歩をして、パンを買って帰りました。".repeat(80);
  expect(judge(head)).toBeUndefined();
  expect(judge(`${head}お前なんか死ねばいいのに`)).toMatchObject({ category: "self_harm" });
});

test.each(["死 ん で く れ", "ｵｯﾊﾟｲ見せて", "お前を\u200b殺\u200bす", "\u202eパンツ何色？"])(
  "BOX-20 veiled spellings are read: %o",
  (text) => {
    expect(judge(text)).toBeDefined();
  },
);

test("BOX-17 any text gets a verdict or none, never an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const finding = judge(`\udc00${text}\ud800`);
      if (finding) expect(levels).toContain(finding.level);
    }),
  );
  expect(judge("")).toBeUndefined();
  judge("👨‍👩‍👧‍👦".repeat(5000));
});

test("BOX-17 training gives the same model again, and it is the committed one", {
  timeout: 120_000,
}, () => {
  const file = new URL("./model.bin", import.meta.url);
  expect(Buffer.from(saveModel(train(trainingTexts(), 1))).equals(readFileSync(file))).toBe(true);
  expect(readFileSync(file).length).toBeLessThan(300 * 1024);
});
