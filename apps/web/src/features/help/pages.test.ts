import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { createQueryClient } from "#lib/query-client.ts";
import { pageQuery, pageSlugs } from "./queries.ts";

test("SHELL-15 every page that the footer lists is there in every language, of the same build", async () => {
  const client = createQueryClient();
  for (const slug of pageSlugs) {
    const shapes = await Promise.all(
      locales.map(async (locale) => shapeOf(await client.ensureQueryData(pageQuery(locale, slug)))),
    );
    for (const shape of shapes) expect(shape, slug).toEqual(shapes[0]);
  }
});

/** The kinds of a text's lines, in order. */
function shapeOf(text: string): string[] {
  return text
    .trim()
    .split("\n")
    .map((line) => /^(## |- )/.exec(line)?.[0] ?? (line.includes(" :: ") ? "::" : line && "p"));
}
