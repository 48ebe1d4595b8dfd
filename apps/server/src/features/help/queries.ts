import { join } from "node:path";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Config } from "#platform/config.ts";
import { type Db, statement } from "#platform/db.ts";
import { openFolder } from "#platform/storage.ts";

const inquiry = statement<{ email: string; topic: string; body: string; locale: string }>(
  "select email, topic, body, locale from inquiries where id = $1",
);

export async function findInquiry(db: Db, id: string) {
  return (await inquiry(db, id))[0];
}

/** The text that the operator wrote in `DATA_DIR/pages/{locale}/{slug}.md`; a blank file is none. */
export async function findPage({ data_dir }: Config, locale: Locale, slug: string) {
  const file = await openFolder(join(data_dir, "pages")).read(`${locale}/${slug}.md`);
  // Editors on Windows begin with a mark and end lines in their own way.
  const text = file
    ?.toString()
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trim();
  return text || undefined;
}
