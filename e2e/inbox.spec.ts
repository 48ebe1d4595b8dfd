import { readFileSync } from "node:fs";
import type { Locale } from "@toibako/contract/locales.ts";
import { answer, ask, attempt, enrol, received, receivedWith } from "./calls.ts";
import { expect, hold, open, test } from "./fixture.ts";
import { text } from "./texts.ts";

const en = (key: string, values = {}) => text("en", key, values);
const moves = "**/api/v2/questions/*";

function serverText(locale: Locale, key: string): string {
  const file = new URL(`../apps/server/src/platform/texts/${locale}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"))[key];
}

test("BOX-02 a row shows when it came, its beginning, and what can be done with it", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  const whole = "x".repeat(103);
  await ask(request, account, `${whole}yz`);
  const { uuid_hash } = await receivedWith(page.request, `${whole}yz`);
  await open(page, "/en/box");
  const row = page.getByRole("article");
  await expect(row.getByRole("heading")).toHaveText(`${whole}…`);
  await expect(row.locator("[data-new]").getByRole("time")).not.toBeEmpty();
  const link = row.getByRole("link", { name: en("inbox.answer"), exact: true });
  await expect(link).toHaveAttribute("href", `/en/q/${uuid_hash}`);
  await expect(row.getByRole("button", { name: en("inbox.discard"), exact: true })).toBeVisible();
  await row.getByRole("button", { name: en("inbox.read_all") }).click();
  await expect(row.getByRole("heading")).toHaveText(`${whole}yz`);
});

test("BOX-02 a body of 103 characters is shown whole", async ({ page, request }) => {
  const account = await enrol(page.request);
  const whole = "👨‍👩‍👧‍👦".repeat(103);
  await ask(request, account, whole);
  await open(page, "/en/box");
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(whole);
  await expect(page.getByRole("button", { name: en("inbox.read_all") })).toHaveCount(0);
});

test("BOX-05 BOX-08 each part offers its own actions, and questions move between them", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await ask(request, account, "Answered?", "Checked?", "Binned?");
  await answer(page.request, "Answered?", "Yes.");
  await open(page, "/en/box");
  const row = (body: string) => page.getByRole("article").filter({ hasText: body });
  const press = (body: string, key: string) =>
    row(body)
      .getByRole("button", { name: en(key), exact: true })
      .click();
  const actions = async (body: string, expected: string[]) => {
    const names = row(body).getByRole("link").or(row(body).getByRole("button"));
    await expect(names).toHaveText(expected.map((key) => en(key)));
  };
  const part = (key: string) =>
    page.getByRole("navigation", { name: en("inbox.parts") }).getByRole("link", { name: en(key) });

  await expect(row("Answered?")).toHaveCount(0);
  const waiting = ["inbox.answer", "inbox.check", "inbox.discard", "moderation.report"];
  await actions("Checked?", waiting);
  await press("Checked?", "inbox.check");
  await expect(row("Checked?")).toHaveCount(0);
  await press("Binned?", "inbox.discard");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();

  await part("inbox.tab_confirmed").click();
  await actions("Checked?", ["inbox.mark_unread", "inbox.discard"]);
  await expect(row("Answered?").getByRole("link", { name: en("inbox.see_answer") })).toBeVisible();
  await expect(
    row("Answered?").getByRole("link", { name: en("inbox.answer"), exact: true }),
  ).toHaveCount(0);

  await part("inbox.tab_hidden").click();
  await actions("Binned?", ["inbox.answer", "inbox.restore"]);
  await press("Binned?", "inbox.restore");
  await expect(page.getByText(en("inbox.empty_hidden_title"))).toBeVisible();
  await part("inbox.tab_unread").click();
  await expect(row("Binned?")).toBeVisible();
  expect((await receivedWith(page.request, "Binned?")).status).toBe("unread");
});

for (const locale of ["dt", "zh-TW"] as const) {
  test(`BOX-07 PROF-18 API-16 ${locale}: what moves to the bin slides away, is told, and counts one less`, async ({
    page,
    request,
  }) => {
    const account = await enrol(page.request, locale);
    await ask(request, account, "A?", "B?", "C?");
    await open(page, `/${locale}/me/home`);
    const row = page.getByRole("listitem").filter({ has: page.getByRole("article") });
    const bar = page.getByRole("navigation", { name: text(locale, "shell.main_navigation") });
    const inbox = bar.getByRole("link", { name: text(locale, "shell.inbox") });
    await expect(inbox).toContainText("3");
    await expect(row).toHaveCount(3);
    await page.evaluate(() => {
      const watcher = new MutationObserver(() => {
        if (!document.querySelector("li[data-leaving]")) return;
        watcher.disconnect();
        document.body.dataset.slid = "yes";
      });
      watcher.observe(document.body, { subtree: true, attributes: true, childList: true });
    });
    const gone = row.filter({ hasText: "B?" });
    await gone.getByRole("button", { name: text(locale, "inbox.discard"), exact: true }).click();
    const label = serverText(locale, "status_hidden");
    await expect(page.getByText(text(locale, "inbox.to_dust", { label }))).toBeVisible();
    await expect(gone).toHaveCount(0);
    await expect(page.locator("body")).toHaveAttribute("data-slid", "yes");
    await expect(row).toHaveCount(2);
    await expect(inbox).toContainText("2");
    const tabs = page.getByRole("navigation", { name: text(locale, "inbox.home_tabs") });
    await expect(tabs.getByRole("link").first()).toContainText("2");
  });
}

test("PROF-18 a successful answer leaves received and counts one less", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await ask(request, account, "A?", "B?", "C?");
  await open(page, "/en/me/home");
  const row = page.getByRole("article").filter({ hasText: "B?" });
  await row.getByRole("link", { name: en("inbox.answer"), exact: true }).click();
  await row.getByRole("textbox").fill("b");
  await row.getByRole("button", { name: en("answers.send") }).click();
  await expect(page.getByRole("heading", { name: "B?", level: 1 })).toBeVisible();
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await expect(bar.getByRole("link", { name: en("shell.inbox") })).toContainText("2");
  await bar.getByRole("link", { name: en("shell.home") }).click();
  await expect(page.getByRole("article").filter({ hasText: "C?" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(row).toHaveCount(0);
});

test.describe("a move that does not go through", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("BOX-07 shows the error bar, keeps the card, and its button works again", async ({
    page,
    request,
  }) => {
    const account = await enrol(page.request);
    await ask(request, account, "Still here?");
    await open(page, "/en/box");
    const row = page.getByRole("article");
    const discard = row.getByRole("button", { name: en("inbox.discard"), exact: true });
    await page.route(moves, (route) => route.abort());
    await discard.click();
    await expect(page.locator('[data-type="error"]')).toContainText(en("inbox.move_failed"));
    await expect(row).toContainText("Still here?");
    await expect(discard).toBeEnabled();
    await page.unroute(moves);

    const error = { code: "unexpected", messages: ["The bin is stuck."], details: {} };
    await page.route(moves, (route) => route.fulfill({ status: 500, json: { error } }));
    await discard.click();
    await expect(page.getByText("The bin is stuck.")).toBeVisible();
    await expect(discard).toBeEnabled();
    await page.unroute(moves);

    await discard.click();
    await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
  });

  test("BOX-07 while it is under way its commands are disabled", async ({ page, request }) => {
    const account = await enrol(page.request);
    await ask(request, account, "Still here?");
    await open(page, "/en/box");
    const row = page.getByRole("article");
    const release = await hold(page, moves);
    let calls = 0;
    page.on("request", (call) => {
      if (call.method() === "PUT") calls += 1;
    });
    const discard = row.getByRole("button", { name: en("inbox.discard"), exact: true });
    await discard.click();
    await expect(discard).toBeDisabled();
    const check = row.getByRole("button", { name: en("inbox.check"), exact: true });
    await expect(check).toBeDisabled();
    await check.dispatchEvent("click");
    release();
    await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();
    expect(calls).toBe(1);
  });

  test("BOX-07 a question of somebody else can't be moved", async ({ page, request }) => {
    const account = await enrol(page.request);
    await ask(request, account, "Mine?");
    const { uuid_hash } = await receivedWith(page.request, "Mine?");
    await enrol(request);
    const path = `/api/v2/questions/${uuid_hash}`;
    const refused = await attempt(request, "PUT", path, { change_type: "非表示" });
    expect(refused.status()).toBe(404);
    expect((await receivedWith(page.request, "Mine?")).status).toBe("unread");
  });
});

test("BOX-04 ADS-02 ADS-04 a banner of the house follows the second letter, none in the bin, and nothing is loaded from elsewhere", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await ask(request, account, "A?", "B?", "C?");
  const asked: string[] = [];
  page.on("request", (call) => asked.push(new URL(call.url()).host));
  await open(page, "/en/box");
  const rows = page.locator("main li").filter({ has: page.locator("article, [data-banner]") });
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2).locator("[data-banner]")).toBeVisible();
  for (const { uuid_hash } of await received(page.request)) {
    await attempt(page.request, "PUT", `/api/v2/questions/${uuid_hash}`, { status: "hidden" });
  }
  await open(page, "/en/box/dust");
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(page.locator("[data-banner]")).toHaveCount(0);
  expect(new Set(asked)).toEqual(new Set([new URL(page.url()).host]));
});
