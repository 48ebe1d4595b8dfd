import type { Locator, Page } from "@playwright/test";
import { submitRegistration } from "./account-forms.ts";
import { findReceived, registerAccount, sendQuestions, sendRequest } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { translate } from "./texts.ts";

const ja = (key: string, values = {}) => translate("ja", key, values);

test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });

/** Lists texts that end beyond the screen, are cut, or stand in a column of a few characters. */
function listFaults(area: Locator): Promise<string[]> {
  return area.evaluate((root) => {
    const faults: string[] = [];
    const isOutside = ({ left, right }: DOMRect) => left < -1 || right > innerWidth + 1;
    const cutsContent = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isTooWide = overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1;
      const isTooHigh = overflowY === "hidden" && element.scrollHeight > element.clientHeight + 1;
      return isTooWide || isTooHigh;
    };
    const getFontSize = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    // Inline elements have no width of their own.
    const findColumn = (element: Element | null): Element =>
      element && element.clientWidth === 0 ? findColumn(element.parentElement) : (element ?? root);
    const isInCutElement = (element: Element | null): boolean =>
      element !== null &&
      root.contains(element) &&
      (cutsContent(element) || isInCutElement(element.parentElement));
    const listTexts = (element: Element) =>
      [...element.childNodes].filter((node): node is Text => node instanceof Text);
    const texts = [...root.querySelectorAll("*")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest("svg, .sr-only, [inert], [data-scrolls]"))
      .flatMap(listTexts)
      .filter((node) => node.data.trim());
    for (const node of texts) {
      const text = node.data.trim();
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (lines.some(isOutside)) faults.push(`outside: ${text}`);
      if (isInCutElement(node.parentElement)) faults.push(`cut: ${text}`);
      const column = findColumn(node.parentElement);
      if (text.length > 12 && column.clientWidth < 5 * getFontSize(column))
        faults.push(`narrow: ${text}`);
    }
    return faults;
  });
}

/** Doubles the size of the text, without zoom. */
const enlargeText = (page: Page) =>
  page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    });
  });

test("FEEL-01 with text at 200 %, the answer form of the inbox, its tip, held questions, the navigation and the accounts are whole", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "ja", "みなみのかぜ");
  await sendRequest(page.request, "POST", "/api/v2/me/ng_words", { word: "ひみつ" });
  const texts = ["1?", "2?", "3?", "好きな食べ物は何ですか？"];
  await sendQuestions(request, account, ...texts, "ひみつを教えて");
  await enlargeText(page);
  await openPage(page, "/ja/box");
  const main = page.getByRole("main");
  const navigation = page.getByRole("navigation", { name: ja("shell.main_navigation") });
  await expect(page.locator("[data-banner]").first()).toBeVisible();
  expect.soft(await listFaults(page.locator("[data-banner]").first()), "the tip").toEqual([]);
  expect.soft(await listFaults(navigation), "the navigation").toEqual([]);
  await main
    .getByRole("link", { name: ja("inbox.answer"), exact: true })
    .first()
    .click();
  await expect(page.getByRole("textbox", { name: ja("answers.label") })).toBeVisible();
  expect.soft(await listFaults(page.locator("[data-answer-form]")), "the form").toEqual([]);
  await openPage(page, "/ja/box/held");
  await expect(main.getByRole("article")).toBeVisible();
  expect.soft(await listFaults(main), "held questions").toEqual([]);
  await page
    .getByRole("banner")
    .getByRole("button", { name: ja("shell.accounts") })
    .click();
  const drawer = page.getByRole("dialog", { name: ja("shell.accounts") });
  await expect(drawer.getByText(`@${account}`)).toBeVisible();
  expect.soft(await listFaults(drawer), "the accounts").toEqual([]);
});

test("FEEL-01 with text at 200 %, the setup, the home with its prompts, the card after answering and the page to share are whole", async ({
  page,
  request,
}) => {
  const account = createHandle("minami");
  await openPage(page, "/ja/acc/regist");
  await submitRegistration(page, "ja", account);
  await page.waitForURL("**/ja/me/setup");
  await sendQuestions(request, account, "好きな食べ物は何ですか？");
  await enlargeText(page);
  const main = page.getByRole("main");
  for (const path of ["/me/setup", "/me/home", "/me/share", "/me/ready"]) {
    await openPage(page, `/ja${path}`);
    expect(new URL(page.url()).pathname).toBe(`/ja${path}`);
    expect.soft(await listFaults(main), path).toEqual([]);
  }
  await openPage(page, "/ja/me/home");
  const balloon = page.getByRole("region", { name: ja("onboarding.name") });
  expect.soft(await listFaults(balloon), "the tutorial").toEqual([]);
  const { uuid_hash } = await findReceived(page.request, "好きな食べ物は何ですか？");
  await openPage(page, `/ja/q/${uuid_hash}`);
  await page.getByRole("textbox", { name: ja("answers.label") }).fill("カレーです。");
  await page.getByRole("button", { name: ja("answers.send") }).click();
  const card = page.getByRole("region", { name: ja("shares.answer_prompt_title") });
  await expect(card).toBeVisible();
  expect.soft(await listFaults(card), "the card after answering").toEqual([]);
});

test("FEEL-01 with text at 200 %, the bars leave three quarters of a phone to the page", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "ja");
  await sendQuestions(request, account, "1?", "2?", "3?");
  await page.setViewportSize({ width: 390, height: 664 });
  await enlargeText(page);
  await openPage(page, "/ja/box");
  const readEdge = (role: "banner" | "navigation") =>
    page
      .getByRole(role, role === "banner" ? {} : { name: ja("shell.main_navigation") })
      .evaluate((bar) => bar.getBoundingClientRect()[bar.matches("header") ? "bottom" : "top"]);
  expect(await readEdge("banner")).toBeGreaterThan(50);
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(() => readEdge("banner")).toBeLessThanOrEqual(0);
  expect(await readEdge("navigation")).toBeGreaterThan(664 * 0.75);
});
