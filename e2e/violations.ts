import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect, switchTheme, waitForAnimations } from "./fixture.ts";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** What fades out, such as a toast, has a low contrast for a moment. */
const leaving = "[data-leaving]";

/** Loads axe with every page that is opened afterwards, for tests that check many pages. */
export async function preloadAxe(page: Page): Promise<void> {
  await page.addInitScript(axe.source);
}

/** Lists the violations of accessibility that axe finds on a page, or in the part that `part` selects. */
export async function listViolations(page: Page, part = "html"): Promise<string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => !window.axe)) await frame.evaluate(axe.source);
  }
  return page.evaluate(
    async ([include, exclude]) => {
      const options = { resultTypes: ["violations" as const], preload: false };
      const results = await window.axe?.run({ include, exclude }, options);
      if (!results) throw new Error("axe is not loaded");
      return results.violations.flatMap(({ nodes }) =>
        nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
      );
    },
    [part, leaving] as const,
  );
}

/** Expects that axe finds no violations of accessibility on a page, or in the part that `part` selects. */
export async function expectNoViolations(page: Page, part?: string): Promise<void> {
  await waitForAnimations(page);
  expect(await listViolations(page, part)).toEqual([]);
}

/**
 * Expects no violations in the light and in the dark theme. The test continues after a violation and fails
 * at its end, so that all violations are reported. `place` names the page in the report.
 */
export async function expectNoViolationsInThemes(
  page: Page,
  place: string,
  part?: string,
): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await switchTheme(page, colorScheme);
    expect.soft(await listViolations(page, part), `${place} ${colorScheme}`).toEqual([]);
  }
}

/** Expects that a page is not wider than the window. */
export async function expectToFitWidth(page: Page, place: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, place).toBeLessThanOrEqual(0);
}
