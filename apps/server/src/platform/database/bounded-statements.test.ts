import { expect, test } from "vitest";
// Declares all statements.
import "../../app.ts";
import { maxOffset } from "#platform/http/pager.ts";
import { declaredStatements } from "./statement.ts";

const statements = [...declaredStatements].map(([name, { text, names }]) => ({
  name,
  names,
  // Without comments, in one line.
  text: text.replaceAll(/--[^\n]*/g, "").replaceAll(/\s+/g, " "),
}));

const skipsRows = (text: string) => /\boffset (?!\d)/.test(text);

test("statements that skip rows by a parameter have a limit, and skip at most a fixed number", () => {
  const skipping = statements.filter(({ text }) => skipsRows(text));
  expect(skipping.length).toBeGreaterThan(20);
  for (const { name, text, names } of skipping) {
    const parameter = `$${names.indexOf("offset") + 1}`;
    expect.soft(text, name).toContain(`${parameter}::int <= ${maxOffset}`);
    for (const [clause, limit] of text.matchAll(
      /(?:\blimit (\S+|greatest\(.+?\)\)) )?\boffset (?!\d)/g,
    )) {
      expect.soft(limit, `${name}: ${clause}`).toBeDefined();
    }
  }
});
