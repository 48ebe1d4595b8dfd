import { join } from "node:path";
import { HelpLines } from "@toibako/contract/help.ts";
import { Compile } from "typebox/schema";
import type { Db } from "#platform/database/db.ts";
import { statement } from "#platform/database/statement.ts";
import type { Services } from "#platform/services.ts";
import { openFolder } from "#platform/storage/folder.ts";
import lines from "./help-lines.json" with { type: "json" };

const selectInquiry = statement(
  "help.selectInquiry",
  "select email, topic, body, locale from inquiries where id = :id",
);

export async function findInquiry(db: Db, id: string) {
  return (await selectInquiry(db, { id }))[0];
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
