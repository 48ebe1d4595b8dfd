import { readFileSync } from "node:fs";
import { mlFilterRates } from "@toibako/contract/filters.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyWithModel, loadModel, serializeModel } from "./classifier.ts";
import { measureLevels } from "./corpus/measure.ts";
import {
  readHeldOutTexts,
  readHeldOutWords,
  readProductTexts,
  readTrainingTexts,
} from "./corpus/texts.ts";
import { train } from "./corpus/train.ts";
import { categories, levels } from "./score.ts";

const model = loadModel();
const classifyText = (text: string) => classifyWithModel(text, model);
const heldOut = readHeldOutTexts();
const measuredRates = measureLevels(heldOut, classifyText);

/** Whether filter level "medium" holds a text. A finding of the level "high" is held by that filter level only. */
function isHeldAtMedium(text: string): boolean {
  const finding = classifyText(text);
  return finding !== undefined && finding.level !== "high";
}

const documentationFile = new URL("../../../../../docs/filters.md", import.meta.url);
const documentation = readFileSync(documentationFile, "utf8");

/** Reads the percentages in the row of docs/filters.md that starts with `row`. */
function readPercentages(row: string): number[] {
  const line = documentation.split("\n").find((candidate) => candidate.startsWith(`| ${row} `));
  return (line ?? "")
    .split("|")
    .slice(2, -1)
    .map((cell) => Number.parseInt(cell, 10));
}

test("BOX-17 at least 300 texts are held out, and none of them is a training text", () => {
  const trainingTexts = new Set(readTrainingTexts().map(({ text }) => text));
  expect(heldOut.length).toBeGreaterThanOrEqual(300);
  expect(heldOut.filter(({ text }) => trainingTexts.has(text))).toEqual([]);
});

test.each(levels)(
  "BOX-17 level %s has at least the precision and recall that the documentation states",
  (level) => {
    const { precision, recall, heldHarmless } = measuredRates[level];
    const [statedPrecision, statedRecall, statedHarmless] = readPercentages(`\`${level}\``);
    expect(precision * 100).toBeGreaterThanOrEqual(statedPrecision ?? 100);
    expect(recall * 100).toBeGreaterThanOrEqual(statedRecall ?? 100);
    expect(heldHarmless * 100).toBeLessThanOrEqual(statedHarmless ?? 0);
  },
);

test("BOX-17 the settings show the rates of the documentation", () => {
  expect(mlFilterRates.texts).toBe(heldOut.length);
  for (const level of levels) {
    const [, caught, mistaken] = readPercentages(`\`${level}\``);
    expect(mlFilterRates[level]).toEqual({ caught, mistaken });
  }
});

test.each(categories)(
  "BOX-17 category %s has at least the precision and recall that the documentation states",
  (category) => {
    const [precision, ...recalls] = readPercentages(`\`${category}\``);
    expect(measuredRates.medium.precisionByCategory[category] * 100).toBeGreaterThanOrEqual(
      precision ?? 100,
    );
    for (const [index, level] of levels.entries()) {
      const recall = measuredRates[level].recallByCategory[category] * 100;
      expect(recall).toBeGreaterThanOrEqual(recalls[index] ?? 100);
    }
  },
);

test.each([
  ["demo (260 questions)", "ja"],
  ["demo in English", "en"],
])(
  "BOX-17 level medium holds no more ordinary questions of the %s than the documentation states",
  (row, locale) => {
    const file = new URL(`../../demo/${locale}.json`, import.meta.url);
    const demo = JSON.parse(readFileSync(file, "utf8")) as { body: string }[];
    const held = demo.filter(({ body }) => isHeldAtMedium(body));
    const [share] = readPercentages(row);
    expect((held.length / demo.length) * 100).toBeLessThanOrEqual(share ?? 0);
  },
);

test("BOX-17 level medium holds no more single harmless words than the documentation states, as a word or as a question", () => {
  const texts = readHeldOutWords().flatMap((word) => [
    word,
    `${word}？`,
    `${word}は？`,
    `${word}好き？`,
  ]);
  const held = texts.filter(isHeldAtMedium);
  const [share] = readPercentages("single words (162, four ways each)");
  expect((held.length / texts.length) * 100).toBeLessThanOrEqual(share ?? 0);
});

test("BOX-17 what people write about the site itself is not held at any level", () => {
  const trainingTexts = new Set(readTrainingTexts().map(({ text }) => text));
  const texts = readProductTexts("ja");
  expect(texts).toContain("ごみ箱から回答");
  expect(texts.filter((text) => trainingTexts.has(text))).toEqual([]);
  expect(texts.filter((text) => classifyText(text))).toEqual([]);
});

test.each([
  ["レイプされろ", "threat", "low"],
  ["お前は犯されちまえばいい", "threat", "medium"],
  ["いつになったら死ぬの", "self_harm", "medium"],
  ["いったいいつになったら死んでくれるの？", "self_harm", "medium"],
] as const)("BOX-17 the filter level %3$s holds %1$s", (text, category, level) => {
  const finding = classifyText(text);
  expect(finding?.category).toBe(category);
  expect(levels.indexOf(finding?.level ?? "high")).toBeLessThanOrEqual(levels.indexOf(level));
});

test.each([
  "人を殺すミステリーの名作を教えて",
  "人が殺される推理小説の傑作を教えてください",
  "いつになったら涼しくなるの",
  "主人公はいつ死ぬの？",
  "痴漢から友達を助けた話、教えて",
])("BOX-17 the filter level medium doesn't hold %s", (text) => {
  expect(isHeldAtMedium(text)).toBe(false);
});

test("BOX-17 finds a harmful text after a long harmless beginning", () => {
  const head = "今日はとてもいい天気でしたね。散歩をして、パンを買って帰りました。".repeat(80);
  expect(classifyText(head)).toBeUndefined();
  expect(classifyText(`${head}お前なんか死ねばいいのに`)).toMatchObject({ category: "self_harm" });
});

test.each(["死 ん で く れ", "ｵｯﾊﾟｲ見せて", "お前を\u200b殺\u200bす", "\u202eパンツ何色？"])(
  "BOX-20 finds disguised spellings: %o",
  (text) => {
    expect(classifyText(text)).toBeDefined();
  },
);

test("BOX-17 no text causes an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const finding = classifyText(`\udc00${text}\ud800`);
      if (finding) expect(levels).toContain(finding.level);
    }),
  );
  expect(classifyText("")).toBeUndefined();
  classifyText("👨‍👩‍👧‍👦".repeat(5000));
});

test("BOX-17 training reproduces the committed model", {
  timeout: 120_000,
}, () => {
  const file = new URL("./model.bin", import.meta.url);
  expect(
    Buffer.from(serializeModel(train(readTrainingTexts(), 1))).equals(readFileSync(file)),
  ).toBe(true);
  expect(readFileSync(file).length).toBeLessThan(300 * 1024);
});

test("START-06 each level holds the example that the onboarding gives for it, and no milder level does", () => {
  const file = new URL("../../../../web/src/locales/ja/filters.json", import.meta.url);
  const texts = JSON.parse(readFileSync(file, "utf8"));
  for (const level of levels) {
    const [, example = ""] = /「(.+)」/.exec(texts[`ml_example_${level}`]) ?? [];
    expect(classifyText(example)?.level, example).toBe(level);
  }
});
