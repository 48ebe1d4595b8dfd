import type { Page } from "@playwright/test";
import {
  findReceived,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import {
  delayRequests,
  expect,
  openPage,
  reloadPage,
  test,
  waitForAnimations,
  waitUntilHydrated,
} from "./fixture.ts";
import { en, translate } from "./texts.ts";
import { expectNoViolations, expectNoViolationsInThemes } from "./violations.ts";

async function sendQuestion(page: Page, path: string, text: string) {
  await openPage(page, path);
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: en("questions.send") }).click();
  await page.waitForURL("**?*sent=*");
}

const findTitle = (page: Page) =>
  page.getByRole("heading", { level: 1, name: en("outbox.sent_title", { name: "Mina" }) });

test("FEEL-02 after sending, a visitor sees the sent text, where the answer will appear and what to do next", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await sendQuestion(page, `/en/${account}`, "Tea or coffee?");
  await expect(findTitle(page)).toBeFocused();
  await expect(findTitle(page)).toBeInViewport();
  await expect(page.locator("[data-type]")).toHaveCount(0);
  const main = page.getByRole("main");
  await expect(main).toContainText("Tea or coffee?");
  await expect(main).toContainText(en("outbox.just_now"));
  await expect(main).toContainText(en("outbox.sent_nameless"));
  await expectNoViolationsInThemes(page, "the page after sending");
  const findLink = (key: string, values = {}) => main.getByRole("link", { name: en(key, values) });
  await expect(findLink("outbox.read_answers", { name: "Mina" })).toHaveAttribute(
    "href",
    `/en/${account}#answers`,
  );
  await expect(findLink("outbox.own_box_title")).toHaveAttribute("href", "/en/acc/regist");

  // The page can be reloaded, after which it no longer says "just now", and is shown again after going back.
  await reloadPage(page);
  await expect(findTitle(page)).toBeVisible();
  await expect(main).not.toContainText(en("outbox.just_now"));
  await findLink("outbox.write_another").click();
  await expect(page).toHaveURL(`/en/${account}#ask`);
  await expect(page.getByRole("textbox")).toHaveValue("");
  await expect(page.getByRole("textbox")).toBeInViewport();
  await page.goBack();
  await expect(findTitle(page)).toBeVisible();
  await main.getByText("this device's home").click();
  await expect(page.getByRole("region", { name: en("outbox.waiting_title") })).toContainText(
    "Tea or coffee?",
  );
});

/** A page that takes longer to load is replaced by placeholders. */
const pendingMilliseconds = 1_000;

test("FEEL-02 the form keeps the text until the page after sending is loaded, however long that takes", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  const release = await delayRequests(page, "**/api/v2/me/send_items/waiting**");
  const requested = page.waitForRequest("**/api/v2/me/send_items/waiting**");
  await page.getByRole("textbox").fill("Tea or coffee?");
  await page.getByRole("button", { name: en("questions.send") }).click();
  await requested;
  await page.waitForTimeout(pendingMilliseconds * 1.5);
  await expect(page.getByRole("textbox")).toHaveValue("Tea or coffee?");
  release();
  await expect(findTitle(page)).toBeFocused();
});

test("FEEL-02 SAFE-14 an account withdraws the question that it has just sent, and then sees its list of sent questions", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await registerAccount(page.request);
  await sendQuestion(page, `/en/${account}`, "Sent too early?");
  await expect(page).toHaveURL(/\/en\/me\/home\?tab=send&sent=/);
  await expect(page.getByRole("link", { name: en("outbox.own_box_title") })).toHaveCount(0);
  await page.getByRole("button", { name: en("outbox.withdraw") }).click();
  const dialog = page.getByRole("alertdialog", { name: en("outbox.withdraw_title") });
  await dialog.getByRole("button", { name: en("outbox.withdraw") }).click();
  await expect(page).toHaveURL(/\/en\/me\/home\?tab=send$/);
  await expect(page.getByText(en("outbox.withdrawn"), { exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  expect(await listReceived(request)).toEqual([]);
});

test("FEEL-02 ASK-11 ASK-22 the page after sending is the same for a delivered, a held and a blocked question", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const pages: string[] = [];
  const sendAndRecordPage = async () => {
    await sendQuestion(page, `/en/${account}`, "Seaside?");
    await expect(findTitle(page)).toBeVisible();
    await waitForAnimations(page);
    const sent = new URL(page.url()).searchParams.get("sent") ?? "";
    const main = await page.getByRole("main").innerHTML();
    // Removes the ids that React creates, because they differ from page to page, and the paper, which is drawn by lot.
    pages.push(main.replaceAll(sent, "").replaceAll(/(id|controls|by|paper)="[^"]*"/g, ""));
  };
  await sendAndRecordPage();
  const { uuid_hash } = await findReceived(request, "Seaside?");
  await sendRequest(request, "POST", "/api/v2/me/ng_words", { word: "seaside" });
  await sendAndRecordPage();
  const block = await sendRequest(request, "POST", "/api/v2/me/blocks", { question_id: uuid_hash });
  expect(block.ok(), await block.text()).toBe(true);
  await sendAndRecordPage();
  expect(new Set(pages).size).toBe(1);
  expect(await listReceived(request)).toHaveLength(1);
});

test("FEEL-02 if `sent` in the address is the id of an answered question or an unknown id, the page shows the list", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await sendQuestion(page, `/en/${account}`, "Tea?");
  const { uuid_hash } = await findReceived(request, "Tea?");
  await sendRequest(request, "POST", `/api/v2/questions/${uuid_hash}/answers`, { text: "Always." });
  await reloadPage(page);
  await expect(page.getByRole("article").first()).toContainText("Always.");
  await openPage(page, `/en/not_login_user?sent=${"A".repeat(22)}`);
  await expect(page.getByRole("article").first()).toContainText("Always.");
});

test("FEEL-09 the link under the form shows what the receiver will see, with the typed text, and closing it restores the focus", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").fill("Tea or coffee?");
  const seenLink = page.getByRole("link", { name: en("questions.reassurance", { name: "Mina" }) });
  await seenLink.click();
  const sheet = page.getByRole("dialog", { name: en("questions.seen_title", { name: "Mina" }) });
  await expect(sheet.getByRole("figure")).toContainText("Tea or coffee?");
  await expect(sheet).toContainText(en("questions.kept_title"));
  await expect(sheet).toContainText("90 days");
  await expect(sheet).toContainText(en("questions.unsure_law"));
  await expect(sheet).not.toContainText(en("questions.seen_signed_in"));
  await expectNoViolations(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(seenLink).toBeFocused();
  await expect(page.getByRole("textbox")).toHaveValue("Tea or coffee?");

  await registerAccount(page.request);
  await openPage(page, `/en/${account}`);
  await seenLink.click();
  await expect(sheet).toContainText(en("questions.seen_signed_in"));
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("FEEL-02 FEEL-09 the page after sending and what the receiver sees can be read", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await sendQuestions(page.request, account, "Tea?");
    const { uuid_hash } = await findReceived(request, "Tea?");
    await page.goto(`/en/not_login_user?sent=${uuid_hash}`);
    await expect(findTitle(page)).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Tea?");
    await page.getByRole("link", { name: en("questions.seen_title", { name: "Mina" }) }).click();
    await expect(page).toHaveURL("/en/hp#anonymity");
    const heading = page.getByRole("heading", { name: en("questions.seen_help_title") });
    await expect(heading).toBeInViewport();
  });
});

test.describe("help for those in need", () => {
  const findHelpOffer = (page: Page) => page.getByText(en("help.offer_title"));
  const typed = "I don’t want to live anymore";

  test("FEEL-10 the form offers help lines to a person who writes about hurting themselves, until they close the offer, and the text causes no request", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await openPage(page, `/en/${account}`);
    const field = page.getByRole("textbox");
    // The help lines are loaded when any text is typed, so that the request reveals nothing about the text.
    const loaded = page.waitForResponse("**/api/v2/help_lines");
    await field.fill("I want to diet");
    await loaded;
    const requests: string[] = [];
    // Ignores scripts, because the script that registers the service worker may load at any time.
    page.on("request", (call) => {
      if (call.resourceType() !== "script") requests.push(`${call.url()} ${call.postData() ?? ""}`);
    });
    await field.fill(typed);
    await expect(findHelpOffer(page)).toBeVisible();
    await expect(page.getByRole("link", { name: /988/ })).toHaveAttribute("href", "tel:988");
    await expect(page.getByRole("button", { name: en("questions.send") })).toBeEnabled();
    await field.fill("I want to diet");
    await expect(findHelpOffer(page)).toHaveCount(0);
    await field.fill(typed);
    await expectNoViolations(page, "form");
    expect(requests).toEqual([]);
    await page
      .getByRole("status")
      .getByRole("button", { name: en("common.close") })
      .click();
    await expect(findHelpOffer(page)).toHaveCount(0);
    await page.getByRole("button", { name: en("questions.send") }).click();
    await expect(findTitle(page)).toBeVisible();
    await expect(findHelpOffer(page)).toHaveCount(0);
    expect((await listReceived(request)).map(({ body }) => body)).toEqual([typed]);

    await openPage(page, `/en/${account}`);
    await field.fill("x");
    await page.waitForResponse("**/api/v2/help_lines");
    await field.fill(typed);
    await expect(findHelpOffer(page)).toHaveCount(0);
  });

  test("FEEL-10 the page after sending still offers help lines, until the offer is closed", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request, "en", "Mina");
    await openPage(page, `/en/${account}`);
    await page.getByRole("textbox").fill(typed);
    await expect(findHelpOffer(page)).toBeVisible();
    await page.getByRole("button", { name: en("questions.send") }).click();
    await expect(findTitle(page)).toBeVisible();
    await expect(findHelpOffer(page)).toBeVisible();
    await page
      .getByRole("status")
      .getByRole("button", { name: en("common.close") })
      .click();
    await expect(findHelpOffer(page)).toHaveCount(0);
  });

  test("FEEL-10 the answer form offers help lines as well, and the footer leads to those of all countries", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request, "ja", "みな");
    await sendQuestions(request, account, "元気？");
    const { uuid_hash } = await findReceived(page.request, "元気？");
    await openPage(page, `/ja/q/${uuid_hash}`);
    await page.getByRole("textbox").fill("もう 消えて しまいたい");
    await expect(page.getByText(translate("ja", "help.offer_title"))).toBeVisible();
    await expect(page.getByRole("link", { name: "0120-783-556" })).toHaveAttribute(
      "href",
      "tel:0120783556",
    );
    const footer = page.getByRole("contentinfo");
    await footer.getByText(translate("ja", "shell.about_site")).click();
    await footer.getByRole("link", { name: translate("ja", "help.lines_title") }).click();
    await waitUntilHydrated(page);
    // All headings except the page's title and that above the other countries, in Japanese and German.
    const countries = page
      .getByRole("main")
      .getByRole("heading")
      .filter({ hasText: /^(?!つらい|ほか|Hilfe|Andere)/ });
    await expect(countries.first()).toHaveText("日本");
    // help-lines.json has 13 countries.
    await expect(countries).toHaveCount(13);
    await expect(page.getByRole("link", { name: "findahelpline.com" })).toBeVisible();
    await expectNoViolations(page);
    await openPage(page, "/dt/help_lines");
    await expect(countries.first()).toHaveText("Deutschland");
  });
});
