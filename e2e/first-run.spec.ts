import type { BrowserContext } from "@playwright/test";
import { submitRegistration } from "./account-forms.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { translate } from "./texts.ts";

const ja = (key: string, values = {}) => translate("ja", key, values);

/** Counts the presses in all pages of a browser. Continues to count after navigations. */
async function countPresses(context: BrowserContext) {
  const presses = { count: 0 };
  await context.exposeFunction("onPress", () => {
    presses.count += 1;
  });
  await context.addInitScript(() => {
    const { onPress } = window as unknown as { onPress: () => void };
    addEventListener("click", ({ isTrusted }) => isTrusted && onPress(), true);
  });
  return presses;
}

test("FEEL-14 FEEL-05 from the landing page to the first shared answer a reader needs eight presses, and at most nine are allowed", async ({
  page,
  context,
  openBrowser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const presses = await countPresses(context);
  const account = createHandle("yui");
  await openPage(page, "/ja");
  await page
    .getByRole("main")
    .getByRole("link", { name: ja("accounts.regist_button") })
    .first()
    .click();
  await submitRegistration(page, "ja", account);

  await page.waitForURL("**/ja/me/setup");
  await page.getByRole("link", { name: ja("onboarding.later") }).click();
  await page.waitForURL("**/ja/me/ready");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ja("onboarding.ready_title"));
  await expect(page.getByRole("main")).toContainText(ja("common.from_service"));
  await expect(page.getByLabel(ja("onboarding.name"))).toHaveCount(0);
  await page.getByRole("button", { name: ja("shares.copy_link") }).click();
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(readClipboard).toMatch(new RegExp(`/ja/${account}$`));
  // The message covers the link below for some seconds. Playwright waits until a visible message is gone, but
  // loses the press if the message appears between pressing and releasing the mouse button.
  await expect(page.getByText(ja("shares.copied"))).toBeVisible();

  await page.getByRole("link", { name: ja("inbox.welcome_answer") }).click();
  await page.getByRole("textbox", { name: ja("answers.label") }).fill("朝の散歩です。");
  await expect(page.getByRole("article")).toContainText(ja("common.from_service"));
  await page.getByRole("button", { name: ja("answers.send") }).click();
  const offer = page.getByRole("region", { name: ja("shares.answer_prompt_title") });
  await offer.getByRole("link", { name: ja("shares.share") }).click();
  await page.getByRole("button", { name: ja("shares.copy_link") }).click();
  await expect.poll(readClipboard).toMatch(/\/ja\/q\/[\w-]{22}$/);
  // Two of these presses are not necessary: one copied the link to the box, and one postponed the onboarding.
  expect(presses.count).toBe(8);

  const visitor = await openBrowser();
  await visitor.goto(`/ja/${account}`);
  await expect(visitor.getByRole("article").first()).toContainText(ja("common.from_service"));
});

test("FEEL-05 the page 'Your box is ready' links to `next` and shows a QR code, and the account's own profile links to it", async ({
  page,
}) => {
  const account = createHandle("again");
  await openPage(page, "/ja/acc/regist?next=%2Fja%2Fguide");
  await submitRegistration(page, "ja", account);
  await page.waitForURL("**/ja/me/setup?next=*");
  await page.getByRole("link", { name: ja("onboarding.later") }).click();
  await page.waitForURL("**/ja/me/ready?next=*");
  await reloadPage(page);
  await page.getByRole("button", { name: ja("shares.qr"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: /QRコード/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: ja("onboarding.ready_next") }).click();
  await page.waitForURL("**/ja/guide");

  await openPage(page, "/ja/me/home");
  await expect(page).toHaveURL("/ja/me/home");
  await openPage(page, `/ja/${account}`);
  await page.getByRole("link", { name: ja("shares.more_ways") }).click();
  await page.waitForURL("**/ja/me/ready");
});

test("AUTH-03 a refused handle is not shown as an address", async ({ page }) => {
  await openPage(page, "/ja/acc/regist");
  const field = page.getByLabel(ja("accounts.account"), { exact: true });
  await field.fill("no spaces");
  await field.blur();
  await expect(page.getByText(ja("accounts.account_invalid"))).toBeVisible();
  await expect(page.getByText("/no spaces")).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("FEEL-05 without scripts the page 'Your box is ready' has the picture, the links and the welcome letter", async ({
    page,
  }) => {
    const response = await page.request.get("/ja/fxp/terms");
    const token = (await response.text()).match(/name="csrf-token" content="([^"]+)"/)?.[1] ?? "";
    const account = createHandle("quiet");
    const registered = await page.request.post("/acc/regist", {
      headers: { "X-CSRF-Token": token },
      data: { account, password, locale: "ja" },
    });
    expect(registered.status()).toBe(201);
    await page.goto("/ja/me/ready");
    await expect(
      page.getByRole("img", { name: ja("profiles.card_alt", { name: account }) }),
    ).toBeVisible();
    await expect(page.getByRole("link", { name: "LINE" })).toBeVisible();
    await expect(page.getByRole("link", { name: ja("inbox.welcome_answer") })).toBeVisible();
    await expect(page.getByRole("button", { name: ja("shares.copy_link") })).toBeHidden();
  });
});
