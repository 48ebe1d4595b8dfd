// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { describeCharactersLeft } from "#lib/forms/characters-left.ts";
import { loadCatalog } from "#lib/i18n/catalogs.ts";
import { getTexts } from "#lib/i18n/texts.tsx";
import { Counter } from "./counter.tsx";

async function show(text: string): Promise<string> {
  await loadCatalog("en");
  const { t } = getTexts("en");
  render(
    <Counter text={text} limit={10} remainingLabel={(left) => describeCharactersLeft(t, left)} />,
  );
  const shown = [...screen.getByRole("status").children].filter(
    ({ className }) => className !== "sr-only",
  );
  return shown.map(({ textContent }) => textContent).join("|");
}

test.each([
  [8, ""],
  [9, "9 / 10"],
  [10, "10 / 10"],
  [11, "1 too many"],
  [20, "10 too many"],
  [21, "20+ / 10"],
])("the counter of %i characters of 10 shows: %s", async (count, shown) => {
  expect(await show("x".repeat(count))).toBe(shown);
});
