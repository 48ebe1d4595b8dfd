import { type Static, Type } from "typebox";

/**
 * The papers on which a question can be written. The column `questions.paper` has their positions and a check constraint
 * (`papers.test.ts` compares them), so changing them needs a migration.
 */
export const papers = ["plain", "ruled", "grid", "dots", "checks", "air"] as const;

/**
 * The paper of a question, which only its sender and its receiver see. Whenever a form opens, a paper is drawn by lot, so
 * that a chosen one tells nothing of who has chosen it.
 */
export const Paper = Type.Enum([...papers]);
export type Paper = Static<typeof Paper>;
