import { type MlCategory, mlCategories } from "@toibako/contract/filters.ts";

/** The categories of harmful texts. */
export const categories = mlCategories;

export type Category = MlCategory;

/** How strict a receiver's filter is, from lenient to strict. */
export const levels = ["low", "medium", "high"] as const;

export type Level = (typeof levels)[number];

export interface Finding {
  category: Category;
  /** The most lenient filter level that holds the text. */
  level: Level;
}

/** Classifies a text; it gets nothing about the sender. */
export type TextClassifier = (text: string) => Promise<Finding | undefined>;
