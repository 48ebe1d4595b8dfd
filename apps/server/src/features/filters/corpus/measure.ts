import { type Category, categories, type Finding, type Level, levels } from "../score.ts";
import type { Example } from "./texts.ts";

export interface Figures {
  /** Of what is held, how much is harmful. */
  precision: number;
  /** Of what is harmful, how much is held. */
  recall: number;
  /** Of what is harmless, how much is held. */
  held_harmless: number;
  /** Of what is harmful in a category, how much is held, whatever it is called. */
  recall_of: Record<Category, number>;
  /** Of what is held as a category, how much is of it. */
  precision_of: Record<Category, number>;
}

/** What each level makes of the texts. */
export function measure(
  examples: readonly Example[],
  judge: (text: string) => Finding | undefined,
): Record<Level, Figures> {
  const judged = examples.map(({ text, label }) => ({ label, finding: judge(text) }));
  const entries = levels.map((level, strictness) => {
    const rows = judged.map(({ label, finding }) => {
      const held = finding && levels.indexOf(finding.level) <= strictness;
      return { label, held: held ? finding.category : undefined };
    });
    const harmful = rows.filter(({ label }) => label !== "harmless");
    const harmless = rows.filter(({ label }) => label === "harmless");
    const held = rows.filter((row) => row.held);
    const each = (of: (category: Category) => number) =>
      Object.fromEntries(categories.map((category) => [category, of(category)]));
    return [
      level,
      {
        precision: share(held, ({ label }) => label !== "harmless"),
        recall: share(harmful, (row) => row.held !== undefined),
        held_harmless: share(harmless, (row) => row.held !== undefined),
        recall_of: each((category) =>
          share(
            rows.filter(({ label }) => label === category),
            (row) => row.held !== undefined,
          ),
        ),
        precision_of: each((category) =>
          share(
            rows.filter((row) => row.held === category),
            ({ label }) => label === category,
          ),
        ),
      },
    ];
  });
  return Object.fromEntries(entries) as Record<Level, Figures>;
}

function share<T>(all: readonly T[], is: (value: T) => boolean): number {
  return all.length === 0 ? 1 : all.filter(is).length / all.length;
}
