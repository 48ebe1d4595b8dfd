import { join } from "node:path";
import { HelpLines } from "@toibako/contract/help.ts";
import type { Locale } from "@toibako/contract/locales.ts";
import { Compile } from "typebox/schema";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { openFolder } from "#platform/storage.ts";
import lines from "./help-lines.json" with { type: "json" };

const selectInquiry = statement(
  "help.selectInquiry",
  "select email, topic, body, locale from inquiries where id = :id",
);

export async function findInquiry(db: Db, id: string) {
  return (await selectInquiry(db, { id }))[0];
}

/** Reads the operator's text in `DATA_DIR/pages/{locale}/{slug}.md`; undefined if it is blank or missing. */
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

const helpLinesSchema = Compile(HelpLines);
const builtInLines = lines as HelpLines;

/**
 * Reads the operator's help lines in `DATA_DIR/pages/help-lines.json`, or else the built-in ones. A faulty
 * file is logged and ignored, because people in need must always find a number.
 */
export async function findHelpLines({
  config,
  log,
}: Pick<Services, "config" | "log">): Promise<HelpLines> {
  const file = await openFolder(join(config.data_dir, "pages")).read("help-lines.json");
  const ownLines = file && parseHelpLines(file.toString());
  if (file && !ownLines)
    log.warn("pages/help-lines.json is not valid; the built-in lines are shown");
  return ownLines ?? builtInLines;
}

function parseHelpLines(text: string): HelpLines | undefined {
  try {
    const lines: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return helpLinesSchema.Check(lines) ? lines : undefined;
  } catch {
    return undefined;
  }
}
