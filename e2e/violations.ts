import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, switchTheme, waitForAnimations } from "./fixture.ts";

/** What fades out, such as a toast, has a low contrast for a moment. */
const leaving = "[data-leaving]";

/** Expects that axe finds no violations of accessibility on a page, or in the part that `part` selects. */
export async function expectNoViolations(page: Page, part?: string): Promise<void> {
  await waitForAnimations(page);
  const axe = new AxeBuilder({ page }).exclude(leaving);
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  expect(violations).toEqual([]);
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
    const axe = new AxeBuilder({ page }).setLegacyMode().exclude(leaving);
    const { violations } = await (part ? axe.include(part) : axe).analyze();
    expect.soft(violations, `${place} ${colorScheme}`).toEqual([]);
  }
}

/** Expects that a page is not wider than the window. */
export async function expectToFitWidth(page: Page, place: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, place).toBeLessThanOrEqual(0);
}
