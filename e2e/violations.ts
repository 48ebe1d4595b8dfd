import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, waitForAnimations } from "./fixture.ts";

/** Expects that axe finds no accessibility violations on a page, or in the part that a selector finds. */
export async function expectNoViolations(page: Page, part?: string): Promise<void> {
  await waitForAnimations(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  expect(violations).toEqual([]);
}
