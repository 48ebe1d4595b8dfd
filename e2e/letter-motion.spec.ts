import type { Page } from "@playwright/test";
import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";

declare global {
  interface Window {
    /** What each transition since the page was loaded has animated. */
    transitions: string[][];
  }
}

/** Records the transitions between pages. */
async function recordTransitions(page: Page) {
  await page.addInitScript(() => {
    window.transitions = [];
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
        window.transitions.push(effects.map(({ pseudoElement }) => pseudoElement ?? ""));
      });
      return transition;
    };
  });
}

/** Returns where the letter and the answer begin, and the sizes of their type. */
async function measure(page: Page, question: string, answer: string) {
  const card = page.getByRole("article").filter({ hasText: question });
  const measureText = async (text: string) => {
    const found = card.getByText(text, { exact: true });
    const left = (await found.boundingBox())?.x;
    return found.evaluate((element, left) => {
      const { fontSize, lineHeight, fontWeight } = getComputedStyle(element);
      return { fontSize, lineHeight, fontWeight, left };
    }, left);
  };
  return [await measureText(question), await measureText(answer)];
}

test("FEEL-01 a letter moves from its card to its page and back, and keeps its type", async ({
  page,
  openBrowser,
}) => {
  const visitor = await openBrowser();
  const account = await registerAccount(visitor.request, "ja", "みな");
  const pairs = { "散歩は好きですか？": "毎朝歩きます。", "お茶は？": "緑茶です。" };
  const [uuid] = await askAndAnswer(page.request, visitor.request, account, pairs);
  await recordTransitions(page);
  await openPage(page, `/ja/${account}`);
  const [question = "", answer = ""] = Object.entries(pairs)[0] ?? [];
  const onCard = await measure(page, question, answer);
  await page.getByRole("link").filter({ hasText: question }).click();
  await expect(page).toHaveURL(`/ja/q/${uuid}`);
  await expect(page.getByRole("heading", { level: 1, name: question })).toBeVisible();
  const name = await page
    .getByRole("article")
    .first()
    .locator("[style*='--letter:']")
    .evaluate((letter) => getComputedStyle(letter).getPropertyValue("--letter"));
  const moved = [`::view-transition-group(${name})`, `::view-transition-old(${name})`];
  const moves = () => page.evaluate(() => window.transitions);
  await expect.poll(moves).toEqual([expect.arrayContaining(moved)]);
  expect(await measure(page, question, answer)).toEqual(onCard);

  await page.goBack();
  await expect(page).toHaveURL(`/ja/${account}`);
  await expect.poll(moves).toEqual([expect.arrayContaining(moved), expect.arrayContaining(moved)]);
});

test.describe("with reduced motion", () => {
  test.use({ reducedMotion: "reduce" });

  test("FEEL-01 a letter's page opens without a transition", async ({ page, openBrowser }) => {
    const visitor = await openBrowser();
    const account = await registerAccount(visitor.request, "ja", "みな");
    await askAndAnswer(page.request, visitor.request, account, { "お茶は？": "緑茶です。" });
    await recordTransitions(page);
    await openPage(page, `/ja/${account}`);
    await page.getByRole("link").filter({ hasText: "お茶は？" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "お茶は？" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "みな" })).toBeVisible();
    expect(await page.evaluate(() => window.transitions)).toEqual([]);
  });
});
