import { join } from "node:path";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import { openFolder } from "#platform/storage.ts";

const selectInquiry = statement(
  "help.selectInquiry",
  "select email, topic, body, locale from inquiries where id = :id",
);

export async function findInquiry(db: Db, id: string) {
  return (await selectInquiry(db, { id }))[0];
}

/** The operator's text in `DATA_DIR/pages/{locale}/{slug}.md`; undefined if the file is blank. */
export async function findPage({ data_dir }: Config, locale: Locale, slug: string) {
  const file = await openFolder(join(data_dir, "pages")).read(`${locale}/${slug}.md`);
  // Editors on Windows write a byte order mark and other line endings.
  const text = file
    ?.toString()
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim();
  return text || undefined;
}
