import type { Page } from "@playwright/test";
import { expect } from "./fixture.ts";

/** The sizes of `styles.css` in pixels. Thai and Chinese have larger small sizes. */
const largeSizes = [16, 18, 19, 22, 28];
export const sizesOf = { ja: [12, 14, ...largeSizes], th: [13, 15, ...largeSizes] };
const weights = ["400", "600", "700"];

/** Lists the sizes and weights of the visible texts that are not allowed, each with its text. */
export function listOtherTypes(page: Page, sizes: number[]): Promise<string[]> {
  return page.evaluate(
    ([sizes, weights]) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = new Set<string>();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim();
        if (!text || !element?.checkVisibility() || element.closest("svg, script, noscript"))
          continue;
        const { fontSize, fontWeight } = getComputedStyle(element);
        if (sizes.includes(parseFloat(fontSize)) && weights.includes(fontWeight)) continue;
        found.add(`${fontSize} ${fontWeight} ${text.slice(0, 30)}`);
      }
      return [...found];
    },
    [sizes, weights] as const,
  );
}

/** Expects that all visible texts have allowed sizes and weights. The test goes on after a failure. */
export async function expectKnownTypes(page: Page, place: string, sizes: number[]): Promise<void> {
  // For some frames, Chromium may not have styled what is in a container that queries its size.
  await expect.soft.poll(() => listOtherTypes(page, sizes), { message: place }).toEqual([]);
}
