import { registerReceiver } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { cancelBySurvey, openStripeSite, paidTalk, writeToBuyers } from "./payment-site.ts";
import { getSiteAddress } from "./second-site.ts";
import { en } from "./texts.ts";
import { expectNoViolationsInThemes } from "./violations.ts";

const site = getSiteAddress(import.meta.filename);
// The browser reports the tokens that are refused.
test.use({ baseURL: site, tolerated: /status of 400 .*\/v1\/tokens/ });
test.describe.configure({ mode: "default" });

let stripe: Awaited<ReturnType<typeof openStripeSite>>;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  stripe = await openStripeSite(site);
});
test.afterAll(() => stripe.stop());

test("PAY-03 PAY-05 PAY-08 PAY-13 PAY-17 PAY-25 PAY-27 TALK-02 TALK-03 a card is typed into Stripe's frame, pays the plan, which opens talks and ends after the survey, and is replaced by another", async ({
  page,
  openBrowser,
}) => {
  const cards = ["4242424242424242", "4000002760003184"];
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(site)) sent.push(`${request.url()} ${request.postData() ?? ""}`);
  });
  const frame = page.frameLocator("iframe");
  const type = async (number: string, expiry: string) => {
    await frame.getByLabel("Card number").fill(number);
    await frame.getByLabel("Expiry").fill(expiry);
    await frame.getByLabel("CVC").fill("123");
    await page.getByLabel(en("billing.card_holder")).fill("Hana Hako");
  };
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  const account = await registerReceiver(page.request, "en");
  await writeToBuyers(openBrowser, "en", [account]);
  await openPage(page, "/en/stg?tab=card");
  await expect(frame.getByLabel("Card number")).toBeVisible();
  await expectNoViolationsInThemes(page, "plan with Stripe", "main");
  // With the scheme of the page, a frame of another site is white in dark mode.
  await expect(page.locator("iframe")).toHaveCSS("color-scheme", "light");
  for (const [number, expiry, problem] of [
    ["4242424242424241", "12 / 34", "number"],
    [cards[0] ?? "", "12 / 20", "expiry"],
  ] as const) {
    await type(number, expiry);
    await press(en("billing.to_check"));
    await expect(page.getByText(en(`billing.problem_${problem}`))).toHaveCount(2);
  }
  await type(cards[0] ?? "", "12 / 34");
  await press(en("billing.to_check"));
  await press(en("billing.subscribe", { amount: "500 yen" }));
  await press("Confirm");
  await page.waitForURL(/\/en\/me\/talks$/);
  await expect(page.getByText(paidTalk)).toBeVisible();
  expect(stripe.sandbox.book.charges.map(({ amount }) => amount)).toEqual([500]);

  await openPage(page, "/en/stg?tab=card");
  await expect(page.getByText(/4242/).first()).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await press(en("billing.card_replace"));
  await type(cards[1] ?? "", "11 / 35");
  await press(en("billing.card_save"));
  await expect(page.getByText(en("billing.card_replaced"))).toBeVisible();
  await expect(page.getByText(/3184/).first()).toBeVisible();

  await cancelBySurvey(page, "en");
  await expect(page.getByRole("button", { name: /^Usable until/ })).toBeDisabled();
  await page.goto("about:blank");
  await stripe.passLastMonths();
  await openPage(page, "/en/me/talks");
  await expect(page.getByText(en("talks.locked"))).toBeVisible();
  expect(await page.getByText(paidTalk).count()).toBe(0);
  expect(stripe.sandbox.book.charges).toHaveLength(1);
  for (const card of cards) {
    expect(sent.filter((text) => text.replace(/\D/g, "").includes(card))).toEqual([]);
  }
});
