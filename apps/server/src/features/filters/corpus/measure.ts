import { type Category, categories, type Finding, type Level, levels } from "../score.ts";
import type { Example } from "./texts.ts";

export interface LevelRates {
  /** The share of held texts that are harmful. */
  precision: number;
  /** The share of harmful texts that are held. */
  recall: number;
  /** The share of harmless texts that are held. */
  heldHarmless: number;
  /** The share of a category's texts that are held, even as another category. */
  recallByCategory: Record<Category, number>;
  /** The share of texts held as a category that are of this category. */
  precisionByCategory: Record<Category, number>;
}

/** Measures the classifier at each level. */
export function measureLevels(
  examples: readonly Example[],
  classify: (text: string) => Finding | undefined,
): Record<Level, LevelRates> {
  const classified = examples.map(({ text, label }) => ({ label, finding: classify(text) }));
  const entries = levels.map((level, strictness) => {
    const rows = classified.map(({ label, finding }) => {
      const held = finding && levels.indexOf(finding.level) <= strictness;
      return { label, held: held ? finding.category : undefined };
    });
    const harmful = rows.filter(({ label }) => label !== "harmless");
    const harmless = rows.filter(({ label }) => label === "harmless");
    const held = rows.filter((row) => row.held);
    const mapCategories = (compute: (category: Category) => number) =>
      Object.fromEntries(categories.map((category) => [category, compute(category)]));
    return [
      level,
      {
        precision: computeShare(held, ({ label }) => label !== "harmless"),
        recall: computeShare(harmful, (row) => row.held !== undefined),
        heldHarmless: computeShare(harmless, (row) => row.held !== undefined),
        recallByCategory: mapCategories((category) =>
          computeShare(
            rows.filter(({ label }) => label === category),
            (row) => row.held !== undefined,
          ),
        ),
        precisionByCategory: mapCategories((category) =>
          computeShare(
            rows.filter((row) => row.held === category),
            ({ label }) => label === category,
          ),
        ),
      },
    ];
  });
  return Object.fromEntries(entries) as Record<Level, LevelRates>;
}

/** Returns the share of values that fulfil the condition; 1 if there are no values. */
function computeShare<T>(all: readonly T[], fulfils: (value: T) => boolean): number {
  return all.length === 0 ? 1 : all.filter(fulfils).length / all.length;
}
