import type { Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import { expireIdentityConfirmation, submitRegistration } from "./account-forms.ts";
import { readCurrentUser } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { en, translate } from "./texts.ts";

/** A PNG of 2 × 1 pixels. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWOI27UrbtcuAAwNA6VyO4rYAAAAAElFTkSuQmCC",
  "base64",
);

/** Registers an account by the form, which opens the onboarding; returns its handle. */
async function registerAndOpenOnboarding(page: Page, locale: Locale, query = ""): Promise<string> {
  const account = createHandle("step");
  await openPage(page, `/${locale}/acc/regist${query}`);
  await submitRegistration(page, locale, account);
  await page.waitForURL(`**/${locale}/me/setup*`);
  await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  return account;
}

test("START-01 START-02 START-04 START-07 FEEL-05 in Japanese, completing three pages saves the entries and opens the page 'Your box is ready'", async ({
  page,
}) => {
  const ja = (key: string, values = {}) => translate("ja", key, values);
  await registerAndOpenOnboarding(page, "ja");
  const progress = page.getByRole("progressbar");
  await expect(progress).toHaveAttribute("aria-valuenow", "35");
  await expect(page.getByRole("banner")).toHaveCount(0);

  const input = page.locator('input[type="file"]');
  const svg = { name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  const fake = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  for (const file of [svg, fake]) {
    await input.setInputFiles(file);
    await expect(page.getByText(ja("settings.picture_unreadable"))).toBeVisible();
  }
  await input.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: png });
  await page.getByRole("button", { name: ja("settings.crop_done") }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const handle = createHandle("named");
  await page.getByLabel(ja("settings.displaying_name"), { exact: true }).fill("はじめ");
  await page.getByLabel(ja("accounts.account"), { exact: true }).fill(handle);
  const year = page.getByLabel(ja("settings.birthday_year"), { exact: true });
  await expect(year).toHaveValue("");
  await expect(year.locator("option").last()).toHaveText("1950");
  await year.selectOption("1999");
  await page.getByLabel(ja("settings.birthday_month"), { exact: true }).selectOption("2");
  await page.getByLabel(ja("settings.birthday_day"), { exact: true }).selectOption("28");
  await expect(page.getByText("1999年2月28日")).toBeVisible();
  await page.getByRole("button", { name: ja("onboarding.next") }).click();

  await expect(progress).toHaveAttribute("aria-valuenow", "60");
  await expect(page.getByRole("switch", { name: ja("filters.ng_label") })).toHaveCount(0);
  await page.getByLabel(ja("filters.ml_high")).check();
  await page.getByRole("button", { name: ja("onboarding.next") }).click();

  await expect(progress).toHaveAttribute("aria-valuenow", "100");
  const boxes = page.getByRole("checkbox");
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
  await expect(boxes.nth(3)).toBeDisabled();
  // The ticks survive the way back and forth.
  await page.getByRole("button", { name: ja("onboarding.previous") }).click();
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  for (const index of [0, 1, 2]) await expect(boxes.nth(index)).toBeChecked();
  await page.getByRole("button", { name: ja("onboarding.complete") }).click();
  await page.waitForURL("**/ja/me/ready");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(ja("onboarding.ready_title"));
  await expect(page.getByRole("banner")).toBeVisible();
  expect(await readCurrentUser(page.request)).toMatchObject({
    account: handle,
    avatar: null,
    birthday: { year: 1999, month: 2, day: 28 },
    ml_filter: "high",
    sign_up_complete: true,
  });
  const joined = await page.request.get("/api/v2/me/communities");
  expect((await joined.json()).communities).toHaveLength(3);

  await page.goto("/ja/me/setup");
  await expect(page).toHaveURL("/ja/me/home");
});

test.describe("a refusal", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("START-08 START-03 START-10 START-11 in other languages, completing two pages opens the page 'Your box is ready', and a refused handle opens the first page again", async ({
    page,
    openBrowser,
  }) => {
    const taken = await registerAndOpenOnboarding(await openBrowser(), "en");
    await registerAndOpenOnboarding(page, "en");
    const next = page.getByRole("button", { name: en("onboarding.next") });
    const account = page.getByLabel(en("accounts.account"), { exact: true });
    const initialHandle = await account.inputValue();
    await account.fill(taken);
    await next.click();
    await expect(page.getByLabel(en("filters.ng_label"))).toBeChecked();
    await page.getByLabel(en("settings.baton_label")).uncheck();
    const complete = page.getByRole("button", { name: en("onboarding.complete") });
    await complete.click();
    await expect(account).toHaveAccessibleDescription(/taken/);
    await account.fill(initialHandle);
    await next.click();
    await expect(page.getByLabel(en("settings.baton_label"))).not.toBeChecked();
    await complete.click();
    await page.waitForURL("**/en/me/ready");
    expect(await readCurrentUser(page.request)).toMatchObject({
      account: initialHandle,
      is_receive_baton: false,
      sign_up_complete: true,
    });
    await openPage(page, "/en/me/home");
    await expect(page.getByRole("link", { name: en("onboarding.setup_continue") })).toHaveCount(0);
  });
});

test("START-02 START-11 going back leads from the second page to the first, and what was typed survives a reload", async ({
  page,
}) => {
  await registerAndOpenOnboarding(page, "en");
  const name = page.getByLabel(en("settings.displaying_name"), { exact: true });
  await name.fill("Hanako");
  await page.getByRole("button", { name: en("onboarding.next") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(en("onboarding.setup_features"));
  await page.goBack();
  await expect(name).toHaveValue("Hanako");
  await reloadPage(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(en("onboarding.setup_profile"));
  await expect(name).toHaveValue("Hanako");
});

test("START-01 START-11 the onboarding can be postponed and continued with the saved values, and links to `next` at its end", async ({
  page,
}) => {
  const ja = (key: string) => translate("ja", key);
  await registerAndOpenOnboarding(page, "ja", "?next=%2Fja%2Fguide");
  await page.getByLabel(ja("settings.displaying_name"), { exact: true }).fill("とちゅう");
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  await page.getByRole("link", { name: ja("onboarding.later") }).click();
  await page.waitForURL("**/ja/me/ready?next=*");
  await openPage(page, "/ja/me/home");
  // The home offers one thing at a time.
  const setup = page.getByRole("link", { name: ja("onboarding.setup_continue") });
  await expect(setup).toHaveCount(0);
  await page.getByRole("button", { name: ja("onboarding.skip") }).click();
  await setup.click();
  await page.waitForURL("**/ja/me/setup");
  await expect(page.getByLabel(ja("settings.displaying_name"), { exact: true })).toHaveValue(
    "とちゅう",
  );
  await openPage(page, "/ja/me/setup?next=%2Fja%2Fguide");
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await page.getByRole("button", { name: ja("onboarding.previous") }).click();
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  const progress = page.getByRole("progressbar");
  await expect(progress).toHaveAttribute("aria-valuenow", "100");
  await page.getByRole("button", { name: ja("onboarding.previous") }).click();
  await expect(progress).toHaveAttribute("aria-valuenow", "60");
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await page.getByRole("button", { name: ja("onboarding.complete") }).click();
  await page.waitForURL("**/ja/me/ready?next=*");
  await page.getByRole("link", { name: ja("onboarding.ready_next") }).click();
  await page.waitForURL("**/ja/guide");
});

test.describe("an expired identity confirmation", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("START-03 SET-13 ticking the box for mails asks for an address, which is saved with the choice after an identity confirmation", async ({
    page,
  }) => {
    const account = await registerAndOpenOnboarding(page, "en");
    const wish = page.getByLabel(en("onboarding.wants_mail"));
    const email = page.getByLabel(en("accounts.email"), { exact: true });
    await expect(wish).not.toBeChecked();
    await expect(email).toHaveCount(0);
    await expect(page.getByText(en("mails.no_mail"))).toBeVisible();
    await wish.check();
    await email.fill("no address");
    await page.getByRole("button", { name: en("onboarding.next") }).click();
    await expect(email).toHaveAccessibleDescription(en("onboarding.invalid_user_email_format"));
    await email.fill(`${account}@example.com`);
    await page.getByRole("button", { name: en("onboarding.next") }).click();
    await expireIdentityConfirmation(page);
    await page.getByRole("button", { name: en("onboarding.complete") }).click();
    const dialog = page.getByRole("dialog", { name: en("factors.confirm_title") });
    await dialog.getByLabel(en("accounts.password"), { exact: true }).fill(password);
    await dialog.getByRole("button", { name: en("factors.confirm"), exact: true }).click();
    await page.waitForURL("**/en/me/ready");
    expect(await readCurrentUser(page.request)).toMatchObject({
      email: `${account}@example.com`,
      confirmed_email: null,
      is_send_email: true,
    });
  });
});

test("START-02 the first page shows the box while its name, handle and theme are chosen", async ({
  page,
}) => {
  await registerAndOpenOnboarding(page, "en");
  const preview = page.locator("main div[data-card-theme][aria-hidden=true]");
  await expect(preview).toHaveAttribute("data-card-theme", "mint");
  const handle = createHandle("shown");
  await page.getByLabel(en("settings.displaying_name"), { exact: true }).fill("Momo");
  await page.getByLabel(en("accounts.account"), { exact: true }).fill(handle);
  await expect(preview).toContainText("Momo");
  await expect(preview).toContainText(`/en/${handle}`);
  const saved = page.waitForResponse((reply) => reply.request().method() === "PUT");
  await page.getByRole("radio", { name: en("settings.theme_sakura") }).check();
  await expect(preview).toHaveAttribute("data-card-theme", "sakura");
  expect((await saved).ok()).toBe(true);
  expect((await readCurrentUser(page.request)).card_theme).toBe("sakura");
});
