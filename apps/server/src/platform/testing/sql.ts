import type { Db } from "#platform/database/db.ts";

/** A statement of a test, whose values become parameters: sql`select ${value}`.execute(db). */
export function sql<Row>(strings: TemplateStringsArray, ...values: unknown[]) {
  const text = strings.reduce((before, part, n) => `${before}$${n}${part}`);
  return {
    execute: async (db: Db) => ({
      rows: await db.query<Row>(text, values.length > 0 ? values : undefined),
    }),
  };
}
