import { readFileSync } from "node:fs";
import type { Locale } from "@toibako/contract/locales.ts";
import type { textClasses } from "../classifier.ts";
import { categories } from "../score.ts";

export type Label = (typeof textClasses)[number];

/** A text and the label that a person gave it. */
export interface Example {
  text: string;
  label: Label;
}

/** Reads the handwritten texts for training, before they are varied. */
export function readTrainingTexts(): Example[] {
  const harmless = [1, 2, 3, 4, 5, 6, 7].flatMap((part) =>
    readExamples(`harmless-${part}`, "harmless"),
  );
  return [...harmless, ...categories.flatMap((category) => readExamples(category, category))];
}

function readExamples(name: string, label: Label): Example[] {
  return readLines(`${name}.txt`).map((text) => ({ text, label }));
}

/** Reads handwritten texts for measuring, which are never used for training. */
export function readHeldOutTexts(): Example[] {
  const examples: Example[] = [];
  let label: Label = "harmless";
  for (const line of readLines("held-out.txt")) {
    if (line.startsWith("# ")) label = line.slice(2) as Label;
    else examples.push({ text: line, label });
  }
  return examples;
}

/** Reads texts about the site itself for measuring, which are never used for training. */
export function readProductTexts(locale: Locale): string[] {
  return readLines(`product/${locale}.txt`);
}

/** Reads single harmless words for measuring, which are never used for training. */
export function readHeldOutWords(): string[] {
  return readLines("held-out-words.txt");
}

function readLines(file: string): string[] {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "");
}
