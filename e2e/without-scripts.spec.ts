import { askAndAnswer, registerAccount } from "./calls.ts";
import { expect, test } from "./fixture.ts";
import { en, translate } from "./texts.ts";

test.use({ javaScriptEnabled: false });

test("VISIT-11 PROF-05 without scripts the pages of a profile and of a question can be read in full", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const long = Array.from({ length: 40 }, (_, n) => `line ${n}`).join("\n");
  const pairs = { "1?": "one", "2?": "two", "3?": "three", "4?": long };
  const uuids = await askAndAnswer(request, request, account, pairs);
  await page.goto(`/en/${account}`);
  const articles = page.getByRole("article");
  await expect(articles).toHaveCount(3);
  await expect(page.getByText("three", { exact: true })).toBeVisible();
  const folded = articles.filter({ hasText: "4?" }).getByText("line 39");
  const measureHeight = async () => (await folded.boundingBox())?.height ?? 0;
  const before = await measureHeight();
  await articles.filter({ hasText: "4?" }).getByText(en("common.show_more")).click();
  await expect.poll(measureHeight).toBeGreaterThan(2 * before);
  await page.getByRole("link", { name: en("common.page_next") }).click();
  await expect(page.getByText("one", { exact: true })).toBeVisible();
  await expect(articles).toHaveCount(1);
  await page.getByRole("link", { name: "1?" }).click();
  await expect(page).toHaveURL(new RegExp(`/en/q/${uuids[0]}$`));
  await expect(page.getByRole("heading", { name: "1?", level: 1 })).toBeVisible();
  await expect(page.getByText("one", { exact: true })).toBeVisible();
});

test("BOX-01 without scripts the home, the profile and the inbox can be read", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await askAndAnswer(page.request, request, await registerAccount(request), { "Mine?": "Yes." });
  await page.goto("/en/me/home?tab=send");
  await expect(page.getByText("Yes.", { exact: true })).toBeVisible();
  await page.goto(`/en/${account}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(account);
  await page.goto("/en/box");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
});

test("FEEL-03 without scripts the page of an own answer has links to share it", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const [uuid] = await askAndAnswer(request, page.request, account, { "Mine?": "Yes." });
  await page.goto(`/en/q/${uuid}`);
  const links = page.locator("#answered-board ~ * noscript a, section noscript a");
  await expect(links).toHaveText([en("shares.format_wide"), en("shares.format_tall"), "LINE", "X"]);
  await expect(links.nth(0)).toHaveAttribute("href", new RegExp(`${uuid}.answer.png`));
});

test("SHELL-01 without scripts a page says in its language what does not work", async ({
  page,
}) => {
  // Found by CSS, because locators by text ignore the content of `noscript`.
  const notice = page.locator("noscript > div");
  for (const [locale, path] of [
    ["en", "/en/acc/login"],
    ["th", "/th"],
  ] as const) {
    await page.goto(path);
    await expect(notice).toBeVisible();
    await expect(notice).toHaveText(translate(locale, "common.no_script"));
  }
});
