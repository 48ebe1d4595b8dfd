import type { Page, Request } from "@playwright/test";
import { testCard } from "@toibako/sandbox/gmo.ts";
import { registerAccount, registerReceiver } from "./calls.ts";
import { expect, openPage, test, waitUntilHydrated } from "./fixture.ts";
import { cancelBySurvey, fillCard, openGmoSite, paidTalk, writeToBuyers } from "./payment-site.ts";
import { getSiteAddress } from "./second-site.ts";
import { en, translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

const site = getSiteAddress(import.meta.filename);
const ja = (key: string, values: Record<string, string> = {}) => translate("ja", key, values);

// The browser reports the payment that is refused because the birthday is missing.
test.use({ baseURL: site, tolerated: /status of 412 .*\/payment\/subscriptions/ });

// One site for all tests of the file, in one worker.
test.describe.configure({ mode: "default" });

let gmo: Awaited<ReturnType<typeof openGmoSite>>;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  gmo = await openGmoSite(site);
});
test.afterAll(() => gmo.stop());

/** Which hosts the document's policy allows besides the site. */
async function readPolicy(page: Page, path: string): Promise<string> {
  const reply = await page.goto(path);
  await waitUntilHydrated(page);
  return reply?.headers()["content-security-policy"] ?? "";
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).click();

/** Reads all that the page sends to this site. */
function watchRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request: Request) => {
    if (!request.url().startsWith(gmo.sandbox.origin))
      sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  return sent;
}

/** The same with text of twice the size. */
async function expectToFitLargeText(page: Page, place: string): Promise<void> {
  const setSize = (size: string) =>
    page.evaluate((value) => {
      document.documentElement.style.fontSize = value;
    }, size);
  await setSize("200%");
  await expectToFitWidth(page, `${place} with large text`);
  await setSize("");
}

test("PAY-02 PAY-03 PAY-05 PAY-06 PAY-09 PAY-13 PAY-14 PAY-15 PAY-24 PAY-27 a closed talk leads to the plan, which opens it; the survey cancels the plan", async ({
  page,
  openBrowser,
}) => {
  gmo.sandbox.state.isAuthenticating = false;
  const account = await registerReceiver(page.request, "ja", "はな");
  await writeToBuyers(openBrowser, "ja", [account]);
  const sent = watchRequests(page);
  await openPage(page, "/ja/me/talks");
  expect(await page.getByText(paidTalk).count()).toBe(0);
  await page.getByText(ja("talks.locked")).click();
  await page
    .getByRole("dialog", { name: ja("modals.charge_title") })
    .getByRole("link", { name: ja("modals.charge_open") })
    .click();
  await page.waitForURL(/\/ja\/stg\?tab=card$/);
  await waitUntilHydrated(page);
  await expectNoViolationsInThemes(page, "plan");
  await expectToFitWidth(page, "plan");
  await expectToFitLargeText(page, "plan");

  // A code of the provider's script stops, in the form and in a toast.
  await fillCard(page, "ja", "CODE902");
  await press(page, ja("billing.to_check"));
  await expect(page.getByText(ja("billing.problem_congestion"))).toHaveCount(2);
  await fillCard(page, "ja");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: ja("billing.check_title") })).toBeFocused();
  await expect(page.getByRole("term")).toHaveCount(6);
  await expectNoViolationsInThemes(page, "last check");
  await expectToFitLargeText(page, "last check");
  // The browser's back button leads to the form, which keeps what was typed.
  await page.goBack();
  await expect(page.getByLabel(ja("billing.card_holder"))).toHaveValue(testCard.holdername);
  await press(page, ja("billing.to_check"));
  expect(gmo.sandbox.book.charges).toHaveLength(0);
  await press(page, ja("billing.subscribe", { amount: "500円" }));

  await page.waitForURL(/\/ja\/me\/talks$/);
  await expect(page.getByText(/お支払いが完了しました/)).toBeVisible();
  await expect(page.getByText(paidTalk)).toBeVisible();
  expect(gmo.sandbox.book.charges.map(({ amount }) => amount)).toEqual([500]);
  const isScriptThere = () => page.evaluate(() => "Multipayment" in window);
  expect(await isScriptThere()).toBe(false);

  await openPage(page, "/ja/stg?tab=card");
  await expect(page.getByLabel(ja("billing.card_number"))).toBeDisabled();
  await expect(page.getByRole("button", { name: ja("billing.card_delete") })).toBeDisabled();
  await expectToFitLargeText(page, "plan in use");
  await press(page, ja("billing.receipt"));
  const receipt = page.getByRole("dialog", { name: ja("billing.receipt") });
  await expect(receipt).toContainText("株式会社といばこ");
  // Paper shows the receipt from the top, and no buttons.
  await page.emulateMedia({ media: "print" });
  await expect(receipt.getByRole("button")).toHaveCount(0);
  expect((await receipt.boundingBox())?.y).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await receipt.getByRole("button", { name: ja("common.close") }).click();

  await page.getByRole("link", { name: ja("billing.cancel_by_survey") }).click();
  await page.waitForURL(/\/stg\/payment_cancel\/survey$/);
  await waitUntilHydrated(page);
  await expectNoViolationsInThemes(page, "survey");
  await expectToFitLargeText(page, "survey");
  await page.getByLabel(ja("billing.survey_1")).fill("トークを読むため");
  await page.getByLabel(ja("billing.survey_2")).fill("ひとまず読めたので");
  await page.getByLabel(ja("billing.survey_wish_people")).check();
  await press(page, ja("billing.survey_submit"));
  await page
    .getByRole("dialog", { name: ja("billing.survey_confirm_title") })
    .getByRole("button", { name: ja("billing.survey_confirm"), exact: true })
    .click();
  await page.waitForURL(/\/ja\/stg\?tab=card$/);
  await waitUntilHydrated(page);
  await expect(page.getByText(ja("billing.cancel_completed")).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^\d\d月\d\d日まで利用できます$/ })).toBeDisabled();
  await expect(page.getByRole("button", { name: ja("billing.card_delete") })).toBeEnabled();

  expect(sent.length).toBeGreaterThan(20);
  expect(sent.filter((text) => text.replace(/\D/g, "").includes(testCard.cardno))).toEqual([]);
});

/** The text of each result code of the provider's script; 777 is none that it has. */
const codes = {
  problem_number: [100, 101, 102],
  problem_expiry: [110, 111, 112, 113],
  problem_security_code: [121, 122],
  problem_holder: [131, 132],
  problem_other: [141, 142, 777],
  problem_api_key: [551, 552],
  problem_unexpected: [901],
  problem_congestion: [902],
};

test("PAY-04 PAY-05 PAY-06 every code of the script stops with its text, in the form and in a toast, in two languages", async ({
  page,
}) => {
  await registerReceiver(page.request, "ja");
  for (const locale of ["ja", "en"] as const) {
    await openPage(page, `/${locale}/stg?tab=card`);
    await fillCard(page, locale);
    const form = page.locator("form").filter({ has: page.locator("[data-card-field]") });
    for (const [key, numbers] of Object.entries(codes)) {
      for (const code of numbers.map(String)) {
        await page.getByLabel(translate(locale, "billing.card_holder")).fill(`CODE${code}`);
        const replied = page.waitForResponse(/getToken$/);
        await press(page, translate(locale, "billing.to_check"));
        expect(await (await replied).json()).toEqual({ resultCode: code });
        const text = translate(locale, `billing.${key}`, { code });
        await expect(form.getByText(text, { exact: true }), code).toBeVisible();
        await expect(page.locator("[data-type=error]").getByText(text), code).toBeVisible();
      }
    }
    await expect(
      page.getByRole("heading", { name: translate(locale, "billing.check_title") }),
    ).toBeHidden();
  }
});

test("PAY-26 PAY-18 whoever turns back from the bank's or a carrier's page by the browser's button can begin anew at once", async ({
  page,
}) => {
  gmo.sandbox.state.isAuthenticating = true;
  const before = gmo.sandbox.book.charges.length;
  await registerReceiver(page.request, "ja");
  await openPage(page, "/ja/stg?tab=card");
  await press(page, ja("billing.pay_softbank"));
  await press(page, ja("billing.to_carrier", { carrier: ja("billing.pay_softbank") }));
  await expect(page.getByRole("button", { name: "Agree" })).toBeVisible();
  await page.goBack();
  await waitUntilHydrated(page);
  await fillCard(page, "ja");
  await press(page, ja("billing.to_check"));
  await press(page, ja("billing.subscribe", { amount: "500円" }));
  await expect(page.getByRole("button", { name: "Confirm" })).toBeVisible();
  await page.goBack();
  await waitUntilHydrated(page);
  await press(page, ja("billing.to_check_with_card"));
  await press(page, ja("billing.subscribe", { amount: "500円" }));
  await press(page, "Confirm");
  await page.waitForURL(/\/ja\/me\/talks$/);
  expect(gmo.sandbox.book.charges).toHaveLength(before + 1);
});

test("PAY-06 PAY-08 PAY-26 strong authentication that is broken off charges nothing, and can be tried again", async ({
  page,
}) => {
  gmo.sandbox.state.isAuthenticating = true;
  const before = gmo.sandbox.book.charges.length;
  await registerAccount(page.request, "en");
  await openPage(page, "/en/stg?tab=card");
  await fillCard(page, "en", "CODE131");
  await press(page, en("billing.to_check"));
  await expect(page.getByText(en("billing.problem_holder"))).toHaveCount(2);
  await fillCard(page, "en");
  await press(page, en("billing.to_check"));
  await press(page, en("billing.subscribe", { amount: "500 yen" }));
  // The plan is for adults, so the birthday is asked for, and the payment goes on after it.
  const birthday = page.getByRole("dialog", { name: en("modals.birth_date_title") });
  await birthday.getByLabel(en("settings.birthday_year")).selectOption("1995");
  await birthday.getByLabel(en("settings.birthday_month")).selectOption("5");
  await birthday.getByLabel(en("settings.birthday_day")).selectOption("6");
  await birthday.getByRole("button", { name: en("settings.birthday_save") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: en("settings.birthday_save") })
    .click();
  await press(page, "Cancel");
  await page.waitForURL(/\/en\/stg\?tab=card$/);
  await expect(page.getByText(en("billing.result_not_done"))).toBeVisible();
  expect(gmo.sandbox.book.charges).toHaveLength(before);

  await waitUntilHydrated(page);
  const saved = page.getByRole("button", { name: en("billing.to_check_with_card") });
  if (await saved.isVisible()) await saved.click();
  else {
    await fillCard(page, "en");
    await press(page, en("billing.to_check"));
  }
  await press(page, en("billing.subscribe", { amount: "500 yen" }));
  await press(page, "Confirm");
  await page.waitForURL(/\/en\/me\/talks$/);
  expect(gmo.sandbox.book.charges).toHaveLength(before + 1);
});

test("PAY-12 PAY-18 PAY-19 a carrier's page is reached by a form, and its return opens the plan, which two presses cancel", async ({
  page,
}) => {
  await registerReceiver(page.request, "ja");
  await openPage(page, "/ja/stg?tab=card");
  await press(page, ja("billing.pay_docomo"));
  await press(page, ja("billing.to_carrier", { carrier: ja("billing.pay_docomo") }));
  await press(page, "Agree");
  await page.waitForURL(/\/ja\/me\/talks$/);
  await openPage(page, "/ja/stg?tab=card");
  await expect(page.getByText(ja("billing.active_title"))).toBeVisible();
  await press(page, ja("billing.cancel"));
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: ja("billing.cancel"), exact: true })
    .click();
  await expect(page.getByText(ja("billing.cancel_completed")).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /まで利用できます$/ })).toBeDisabled();
});

test("PAY-03 only the page with the card form allows the provider's hosts, also when it is reached by a link", async ({
  page,
}) => {
  await registerReceiver(page.request, "ja");
  const { origin } = gmo.sandbox;
  expect(await readPolicy(page, "/ja/stg")).not.toContain(origin);
  await page.locator("#plan a").click();
  await page.waitForURL(/\/ja\/stg\?tab=card$/);
  await waitUntilHydrated(page);
  await expect.poll(() => page.evaluate(() => "Multipayment" in window)).toBe(true);
  const back = page.getByRole("link", { name: ja("billing.back_to_settings") });
  await expect(back).not.toHaveAttribute("aria-current");
  await back.click();
  await page.waitForURL(/\/ja\/stg$/);
  await waitUntilHydrated(page);
  expect(await page.evaluate(() => "Multipayment" in window)).toBe(false);
  expect(await readPolicy(page, "/ja/stg?tab=card")).toContain(`script-src 'self'`);
  expect(await readPolicy(page, "/ja/stg?tab=card")).toContain(`connect-src 'self' ${origin};`);
  for (const path of ["/ja/me/talks", "/ja/stg/payment_cancel/survey"]) {
    expect(await readPolicy(page, path)).not.toContain(origin);
  }
  await openPage(page, "/ja/fxp/commercial-transactions");
  await expect(page.getByText("東京都千代田区千代田1-1")).toBeVisible();
});

test("PAY-03 PAY-12 PAY-13 PAY-17 PAY-18 PAY-19 TALK-02 TALK-03 by card and by each carrier the plan opens talks, is cancelled by the survey, and ends", async ({
  openBrowser,
}) => {
  gmo.sandbox.state.isAuthenticating = false;
  const ways = ["card", "au", "docomo", "softbank"] as const;
  const buyers = await Promise.all(
    ways.map(async (way) => {
      const page = await openBrowser();
      return { way, page, account: await registerReceiver(page.request, "ja") };
    }),
  );
  const accounts = buyers.map(({ account }) => account);
  await writeToBuyers(openBrowser, "ja", accounts);
  for (const { way, page } of buyers) {
    await openPage(page, "/ja/me/talks");
    await expect(page.getByText(ja("talks.locked")), way).toBeVisible();
    await openPage(page, "/ja/stg?tab=card");
    if (way === "card") {
      await fillCard(page, "ja");
      await press(page, ja("billing.to_check"));
      await press(page, ja("billing.subscribe", { amount: "500円" }));
    } else {
      const carrier = ja(`billing.pay_${way}`);
      await press(page, carrier);
      await press(page, ja("billing.to_carrier", { carrier }));
      await press(page, "Agree");
    }
    await page.waitForURL(/\/ja\/me\/talks$/);
    await expect(page.getByText(paidTalk), way).toBeVisible();
    await openPage(page, "/ja/stg?tab=card");
    await cancelBySurvey(page, "ja");
    await expect(page.getByRole("button", { name: /まで利用できます$/ }), way).toBeDisabled();
    await openPage(page, "/ja/me/talks");
    await expect(page.getByText(paidTalk), way).toBeVisible();
  }
  // Each carrier hears of it.
  const listEnds = () =>
    [...gmo.sandbox.state.trades.values()].map(({ kind, status }) => `${kind} ${status}`);
  await expect
    .poll(listEnds)
    .toEqual(expect.arrayContaining(["au CANCEL", "docomo RUN-END", "softbank CANCEL"]));

  await Promise.all(buyers.map(({ page }) => page.goto("about:blank")));
  await gmo.passLastMonths();
  expect(gmo.listFilesWith(accounts[0] ?? "").length).toBeGreaterThan(0);
  expect(gmo.listFilesWith(testCard.cardno)).toEqual([]);
  expect(gmo.listFilesWith(testCard.holdername)).toEqual([]);
  for (const { way, page } of buyers) {
    await openPage(page, "/ja/me/talks");
    await expect(page.getByText(ja("talks.locked")), way).toBeVisible();
    expect(await page.getByText(paidTalk).count(), way).toBe(0);
    await openPage(page, "/ja/stg?tab=card");
    await expect(page.getByText(ja("billing.free_text")), way).toBeVisible();
  }
});
