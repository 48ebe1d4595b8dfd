import { readFileSync } from "node:fs";
import type { Locale } from "@toibako/contract/locales.ts";
import {
  answerQuestion,
  findReceived,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { delayRequests, expect, openPage, reloadPage, test, waitForAnswer } from "./fixture.ts";
import { en, translate } from "./texts.ts";

const moves = "**/api/v2/questions/*";

function readServerText(locale: Locale, key: string): string {
  const file = new URL(`../apps/server/src/platform/texts/${locale}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"))[key];
}

test("BOX-02 a row shows the date of the question, its beginning, and the actions", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const whole = "x".repeat(103);
  await sendQuestions(request, account, `${whole}yz`);
  const { uuid_hash } = await findReceived(page.request, `${whole}yz`);
  await openPage(page, "/en/box");
  const row = page.getByRole("article");
  await expect(row.getByRole("heading")).toHaveText(`${whole}…`);
  await expect(row.getByRole("time")).not.toBeEmpty();
  const link = row.getByRole("link", { name: en("inbox.answer"), exact: true });
  await expect(link).toHaveAttribute("href", `/en/q/${uuid_hash}`);
  await expect(row.getByRole("button", { name: en("inbox.discard"), exact: true })).toBeVisible();
  await row.getByRole("button", { name: en("inbox.show_all") }).click();
  await expect(row.getByRole("heading")).toHaveText(`${whole}yz`);
});

test("BOX-02 a question of 103 characters is shown in full", async ({ page, request }) => {
  const account = await registerAccount(page.request);
  const whole = "👨‍👩‍👧‍👦".repeat(103);
  await sendQuestions(request, account, whole);
  await openPage(page, "/en/box");
  await expect(page.getByRole("article").getByRole("heading")).toHaveText(whole);
  await expect(page.getByRole("button", { name: en("inbox.show_all") })).toHaveCount(0);
});

test("BOX-02 received letters lie on each other like a pile, which covers nothing that is on them", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "First?", "Second?", "Third?");
  // In the inbox, the site's own banner is between the letters.
  await openPage(page, "/en/me/home?tab=received");
  const letters = page.getByRole("article");
  await expect(letters).toHaveCount(3);
  const overlaps = await letters.evaluateAll((all) =>
    all.map((letter, index) => {
      const { top } = letter.getBoundingClientRect();
      const above = all[index - 1]?.getBoundingClientRect();
      return above ? above.bottom - top : 0;
    }),
  );
  expect(overlaps.map(Math.round)).toEqual([0, 20, 20]);
  for (const letter of await letters.all()) {
    for (const part of [letter.getByRole("time"), letter.getByRole("heading")]) {
      await part.scrollIntoViewIfNeeded();
      const isCovered = await part.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        return [top + 1, bottom - 1].some(
          (y) => !element.contains(document.elementFromPoint(left + 5, y)),
        );
      });
      expect(isCovered).toBe(false);
    }
    await letter
      .getByRole("button", { name: en("inbox.discard"), exact: true })
      .click({ trial: true });
  }
});

test("BOX-05 BOX-08 each part of the inbox offers its actions, and questions move between the parts", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Answered?", "Checked?", "Binned?");
  await answerQuestion(page.request, "Answered?", "Yes.");
  await openPage(page, "/en/box");
  const findRow = (body: string) => page.getByRole("article").filter({ hasText: body });
  const pressButton = (body: string, key: string) =>
    findRow(body)
      .getByRole("button", { name: en(key), exact: true })
      .click();
  const expectActions = async (body: string, expected: string[]) => {
    const names = findRow(body).getByRole("link").or(findRow(body).getByRole("button"));
    await expect(names).toHaveText(expected.map((key) => key && en(key)));
  };
  const findPartLink = (key: string) =>
    page
      .getByRole("navigation", { name: en("inbox.parts_label") })
      .getByRole("link", { name: en(key) });

  await expect(findRow("Answered?")).toHaveCount(0);
  // The last one is the menu, which has no text.
  const waiting = ["inbox.answer", "inbox.check", "inbox.discard", ""];
  await expectActions("Checked?", waiting);
  await pressButton("Checked?", "inbox.check");
  await expect(findRow("Checked?")).toHaveCount(0);
  await pressButton("Binned?", "inbox.discard");
  await expect(page.getByText(en("inbox.empty_unread_title"))).toBeVisible();

  await findPartLink("inbox.tab_confirmed").click();
  await expectActions("Checked?", ["inbox.mark_unread", "inbox.discard"]);
  await expect(
    findRow("Answered?").getByRole("link", { name: en("inbox.see_answer") }),
  ).toBeVisible();
  await expect(
    findRow("Answered?").getByRole("link", { name: en("inbox.answer"), exact: true }),
  ).toHaveCount(0);

  await findPartLink("inbox.tab_hidden").click();
  await expectActions("Binned?", ["inbox.answer", "inbox.restore", "inbox.delete_now"]);
  await pressButton("Binned?", "inbox.restore");
  await expect(page.getByText(en("inbox.empty_hidden_title"))).toBeVisible();
  await findPartLink("inbox.tab_unread").click();
  await expect(findRow("Binned?")).toBeVisible();
  expect((await findReceived(page.request, "Binned?")).status).toBe("unread");
});

for (const locale of ["dt", "zh-TW"] as const) {
  test(`BOX-07 PROF-18 API-16 ${locale}: moving a question to the bin slides the row away, shows a message and lowers the count`, async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request, locale);
    await sendQuestions(request, account, "A?", "B?", "C?");
    await openPage(page, `/${locale}/me/home?tab=received`);
    const row = page.getByRole("listitem").filter({ has: page.getByRole("article") });
    const bar = page.getByRole("navigation", { name: translate(locale, "shell.main_navigation") });
    const inbox = bar.getByRole("link", { name: translate(locale, "shell.inbox") });
    await expect(inbox).toContainText("3");
    await expect(row).toHaveCount(3);
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector("li[data-leaving]")) return;
        observer.disconnect();
        document.body.dataset.slid = "yes";
      });
      observer.observe(document.body, { subtree: true, attributes: true, childList: true });
    });
    const movedRow = row.filter({ hasText: "B?" });
    await movedRow
      .getByRole("button", { name: translate(locale, "inbox.discard"), exact: true })
      .click();
    const label = readServerText(locale, "status_hidden");
    await expect(page.getByText(translate(locale, "inbox.moved_to_bin", { label }))).toBeVisible();
    await expect(movedRow).toHaveCount(0);
    await expect(page.locator("body")).toHaveAttribute("data-slid", "yes");
    await expect(row).toHaveCount(2);
    await expect(inbox).toContainText("2");
    const tabs = page.getByRole("navigation", { name: translate(locale, "inbox.home_tabs") });
    await expect(tabs.getByRole("link").first()).toContainText("2");
  });
}

test("PROF-18 answering a question removes it from the list of received questions and lowers the count", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "A?", "B?", "C?");
  await openPage(page, "/en/me/home?tab=received");
  const row = page.getByRole("article").filter({ hasText: "B?" });
  await row.getByRole("link", { name: en("inbox.answer"), exact: true }).click();
  await row.getByRole("textbox").fill("b");
  await row.getByRole("button", { name: en("answers.send") }).click();
  await waitForAnswer(page);
  await expect(page.getByRole("heading", { name: "B?", level: 1 })).toBeVisible();
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await expect(bar.getByRole("link", { name: en("shell.inbox") })).toContainText("2");
  await bar.getByRole("link", { name: en("shell.home") }).click();
  const tabs = page.getByRole("navigation", { name: en("inbox.home_tabs") });
  await tabs.getByRole("link").first().click();
  await expect(page.getByRole("article").filter({ hasText: "C?" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(row).toHaveCount(0);
});

test.describe("moving a question", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("BOX-07 a failed move shows the error and keeps the row, and the button can be pressed again", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "Still here?");
    await openPage(page, "/en/box");
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

  test("BOX-07 the buttons of a row are disabled while its question is being moved", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "Still here?");
    await openPage(page, "/en/box");
    const row = page.getByRole("article");
    const release = await delayRequests(page, moves);
    let calls = 0;
    page.on("request", (call) => {
      // Showing the question marks it as seen by another call.
      if (call.method() === "PUT" && call.url().includes("/api/v2/questions/")) calls += 1;
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

  test("BOX-07 a question of another account can't be moved", async ({ page, request }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "Mine?");
    const { uuid_hash } = await findReceived(page.request, "Mine?");
    await registerAccount(request);
    const path = `/api/v2/questions/${uuid_hash}`;
    // "非表示" is the constant for the bin, in every language.
    const refused = await sendRequest(request, "PUT", path, { change_type: "非表示" });
    expect(refused.status()).toBe(404);
    expect((await findReceived(page.request, "Mine?")).status).toBe("unread");
  });
});

test("BOX-04 ADS-02 ADS-04 the site's own banner follows the second question of the inbox, the bin has no banner, and no other host is requested", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "A?", "B?", "C?");
  const requestedHosts: string[] = [];
  page.on("request", (call) => requestedHosts.push(new URL(call.url()).host));
  await openPage(page, "/en/box");
  const rows = page.locator("main li").filter({ has: page.locator("article, [data-banner]") });
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2).locator("[data-banner]")).toBeVisible();
  for (const { uuid_hash } of await listReceived(page.request)) {
    await sendRequest(page.request, "PUT", `/api/v2/questions/${uuid_hash}`, { status: "hidden" });
  }
  await openPage(page, "/en/box/dust");
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(page.locator("[data-banner]")).toHaveCount(0);
  expect(new Set(requestedHosts)).toEqual(new Set([new URL(page.url()).host]));
});

test("SAFE-14 after a question in the bin is deleted with the keyboard, the next question has the focus", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "A?", "B?");
  for (const { uuid_hash } of await listReceived(page.request)) {
    await sendRequest(page.request, "PUT", `/api/v2/questions/${uuid_hash}`, { status: "hidden" });
  }
  await openPage(page, "/en/box/dust");
  const rows = page.getByRole("listitem").filter({ has: page.getByRole("article") });
  const deletedText = await rows.first().getByRole("heading").textContent();
  const deleteNow = rows.first().getByRole("button", { name: en("inbox.delete_now") });
  await deleteNow.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: en("inbox.delete_title") });
  await expect(dialog).toContainText(en("inbox.delete_text"));
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(deleteNow).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: en("inbox.delete_now") }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(en("inbox.deleted"), { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows.filter({ hasText: deletedText ?? "" })).toHaveCount(0);
  const hasFocus = () => rows.first().evaluate((row) => row.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);

  await rows
    .first()
    .getByRole("button", { name: en("inbox.delete_now") })
    .click();
  await dialog.getByRole("button", { name: en("inbox.delete_now") }).click();
  await expect(page.getByText(en("inbox.empty_hidden_title"))).toBeVisible();
  await expect(page.getByRole("region", { name: en("inbox.tab_hidden") })).toBeFocused();
  await reloadPage(page);
  await expect(page.getByText(en("inbox.empty_hidden_title"))).toBeVisible();
});

test("SAFE-14 the bin is emptied after a confirmation, and an answered question stays and says why", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Answered?", "B?", "C?");
  const answered = await answerQuestion(page.request, "Answered?", "Yes.");
  const ids = (await listReceived(page.request)).map(({ uuid_hash }) => uuid_hash);
  for (const id of [...ids, answered]) {
    await sendRequest(page.request, "PUT", `/api/v2/questions/${id}`, { status: "hidden" });
  }
  await openPage(page, "/en/box/dust");
  const articles = page.getByRole("article");
  await expect(articles).toHaveCount(3);
  const answeredRow = articles.filter({ hasText: "Answered?" });
  await expect(answeredRow).toContainText(en("inbox.answered_stays"));
  await expect(page.getByText(en("inbox.answered_stays"))).toHaveCount(1);
  await expect(answeredRow.getByRole("button", { name: en("inbox.delete_now") })).toHaveCount(0);

  await page.getByRole("button", { name: en("inbox.empty_bin"), exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: en("inbox.empty_bin_title") });
  await dialog.getByRole("button", { name: en("inbox.empty_bin_confirm") }).click();
  await expect(page.getByText("Emptied, except for 1 answered question")).toBeVisible();
  await expect(articles).toHaveCount(1);
  await expect(page.getByRole("region", { name: en("inbox.tab_hidden") })).toBeFocused();
  await expect(page.getByRole("button", { name: en("inbox.empty_bin"), exact: true })).toHaveCount(
    0,
  );
  const tabs = page.getByRole("navigation", { name: en("inbox.parts_label") });
  await expect(tabs.getByRole("link", { name: en("inbox.tab_hidden") })).toContainText("1");
  await reloadPage(page);
  await expect(articles).toHaveCount(1);
});

test("BOX-01 a question is put aside on the home: the next one is there at once, also while the letter moves", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "One?", "Two?");
  await openPage(page, "/en/me/home");
  const letter = page.locator("[data-depth='0']").getByRole("heading", { name: /One|Two/ });
  const first = (await letter.textContent()) ?? "";
  await page.getByRole("button", { name: en("inbox.later") }).click();
  await expect(letter).toHaveText(first === "One?" ? "Two?" : "One?");
});
