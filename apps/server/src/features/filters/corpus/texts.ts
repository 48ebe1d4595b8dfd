import { readFileSync } from "node:fs";
import type { CLASSES } from "../classifier.ts";
import { categories } from "../score.ts";

export type Label = (typeof CLASSES)[number];

/** A text and what people say that it is. */
export interface Example {
  text: string;
  label: Label;
}

/** Written one by one: what the model learns from, before it is varied. */
export function trainingTexts(): Example[] {
  const harmless = [1, 2, 3, 4, 5, 6].flatMap((part) => read(`harmless-${part}`, "harmless"));
  return [...harmless, ...categories.flatMap((category) => read(category, category))];
}

function read(name: string, label: Label): Example[] {
  return linesOf(`${name}.txt`).map((text) => ({ text, label }));
}

/** Written apart from the others, never learned from: what the figures are measured on. */
export function heldOutTexts(): Example[] {
  const examples: Example[] = [];
  let label: Label = "harmless";
  for (const line of linesOf("held-out.txt")) {
    if (line.startsWith("# ")) label = line.slice(2) as Label;
    else examples.push({ text: line, label });
  }
  return examples;
}

/** Single harmless words, apart from those of the training texts: the shortest questions there are. */
export function heldOutWords(): string[] {
  return linesOf("held-out-words.txt");
}

function linesOf(file: string): string[] {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "");
}
