import { enrol, exchange } from "./calls.ts";
import { expect, test } from "./fixture.ts";
import { text } from "./texts.ts";

test.use({ javaScriptEnabled: false });

test("VISIT-11 PROF-05 without scripts questions and answers are read, page by page and whole", async ({
  page,
  request,
}) => {
  const account = await enrol(request, "en", "Mina");
  const long = Array.from({ length: 40 }, (_, n) => `line ${n}`).join("\n");
  const pairs = { "1?": "one", "2?": "two", "3?": "three", "4?": long };
  const uuids = await exchange(request, request, account, pairs);
  await page.goto(`/en/${account}`);
  const articles = page.getByRole("article");
  await expect(articles).toHaveCount(3);
  await expect(page.getByText("three", { exact: true })).toBeVisible();
  const folded = articles.filter({ hasText: "4?" }).getByText("line 39");
  const height = async () => (await folded.boundingBox())?.height ?? 0;
  const before = await height();
  await articles.filter({ hasText: "4?" }).getByText(text("en", "profiles.read_on")).click();
  await expect.poll(height).toBeGreaterThan(2 * before);
  await page.getByRole("link", { name: text("en", "profiles.page_next") }).click();
  await expect(page.getByText("one", { exact: true })).toBeVisible();
  await expect(articles).toHaveCount(1);
  await page.getByRole("link", { name: "1?" }).click();
  await expect(page).toHaveURL(new RegExp(`/en/q/${uuids[0]}$`));
  await expect(page.getByRole("heading", { name: "1?", level: 1 })).toBeVisible();
  await expect(page.getByText("one", { exact: true })).toBeVisible();
});

test("BOX-01 without scripts the own inbox is read, and its letters lead to their pages", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await exchange(page.request, request, await enrol(request), { "Mine?": "Yes." });
  await page.goto("/en/me/home?tab=send");
  await expect(page.getByText("Yes.", { exact: true })).toBeVisible();
  await page.goto(`/en/${account}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(account);
  await page.goto("/en/box");
  await expect(page.getByText(text("en", "inbox.empty_unread_title"))).toBeVisible();
});

test("SHELL-01 without scripts a page says what does not go, in its language", async ({ page }) => {
  // Searches by text pass over what is for this case alone.
  const notice = page.locator("noscript > div");
  for (const [locale, path] of [
    ["en", "/en/acc/login"],
    ["th", "/th"],
  ] as const) {
    await page.goto(path);
    await expect(notice).toBeVisible();
    await expect(notice).toHaveText(text(locale, "common.no_script"));
  }
});
