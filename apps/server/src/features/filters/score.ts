import { type MlCategory, mlCategories } from "@toibako/contract/filters.ts";

/** What is wrong with a text. */
export const categories = mlCategories;

export type Category = MlCategory;

/** How much a receiver lets be held, from the least to the most. */
export const levels = ["low", "medium", "high"] as const;

export type Level = (typeof levels)[number];

export interface Finding {
  category: Category;
  /** The most lenient level that holds the text already. */
  level: Level;
}

/** Judges a text by itself: it gets nothing about who wrote it. */
export type Score = (text: string) => Promise<Finding | undefined>;
