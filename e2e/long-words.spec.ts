import type { APIRequestContext, Locator, Page } from "@playwright/test";
import {
  answerCommunity,
  askAndAnswer,
  askCommunity,
  findReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, test, waitUntilHydrated } from "./fixture.ts";
import { accountPages, listSharedPages, visitorPages } from "./pages.ts";
import { en } from "./texts.ts";

test.describe.configure({ timeout: 240_000 });
test.use({ viewport: { width: 320, height: 700 }, reducedMotion: "reduce" });

// Words that can't be broken: Latin letters, alone and after Japanese, and an address.
const word = "w".repeat(200);
const name = "W".repeat(30);
const address = `https://example.com/${"path".repeat(45)}?q=1`;
const laughter = `これ草${"w".repeat(197)}`;
const typedWords = [word, laughter, address];
const option = "W".repeat(40);

/** Expects that neither the page nor an element in it is wider than the window. */
async function expectToFit(page: Page, place: string) {
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: innerWidth,
    // The page's own width doesn't include elements that are cut off or that scroll sideways inside the page.
    wide: [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      // Inert list items are the slides of a carousel that are out of view.
      .filter((element) => !element.closest("svg, .sr-only, .skip-link, select, nav, li[inert]"))
      // A table of counts and shared pictures scroll sideways within their own region, which the keyboard reaches.
      .filter((element) => !element.closest("section[tabindex='0'] > :is(table, [data-format])"))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .filter((element) => element.getBoundingClientRect().width > 0)
      .map((element) => element.outerHTML.slice(0, 120)),
  }));
  expect.soft(widths, place).toEqual({ page: 320, window: 320, wide: [] });
}

/** Types each long word into a field, and checks the page after each. */
async function typeInto(page: Page, field: Locator, place: string) {
  for (const typed of typedWords) {
    await field.fill(typed);
    await expectToFit(page, `${place}: ${typed.slice(0, 12)}`);
  }
}

/** Types long words into all fields of a page, and checks the page after each. */
async function typeEverywhere(page: Page, place: string) {
  const fields = page.locator(
    "main :is(textarea, input:not([type=checkbox], [type=radio], [type=search], [type=file], [readonly]))",
  );
  for (const field of await fields.all()) {
    if (await field.isVisible()) await typeInto(page, field, place);
  }
}

async function visitPage(page: Page, ...paths: string[]) {
  for (const path of paths) {
    await openPage(page, path);
    await expectToFit(page, path);
    await typeEverywhere(page, path);
  }
}

/**
 * Creates two accounts with long words in their names and texts. A visitor has asked both, the first has
 * asked the second, and both have answered.
 */
async function createAccountsWithLongWords(
  page: Page,
  request: APIRequestContext,
  friendPage: Page,
) {
  const introduction = { self_introduction: `${word} ${address.slice(0, 90)}` };
  const account = await registerAccount(page.request, "en", name);
  await sendRequest(page.request, "PUT", "/api/v1/user", introduction);
  const friend = await registerAccount(friendPage.request, "en", name);
  await sendRequest(friendPage.request, "PUT", "/api/v1/user", introduction);
  await sendRequest(page.request, "POST", `/api/v2/me/follows/${friend}`);

  const question = { body: word, type: "choose", options: [option, option.replace("W", "V")] };
  const askWithOptions = (from: APIRequestContext, to: string) =>
    sendRequest(from, "POST", "/api/v2/questions", { account: to, ...question });
  await askWithOptions(request, account);
  const { uuid_hash: chosen } = await findReceived(page.request, word);
  const answer = { text: `${laughter}\n${address}`, chosen_option: 0 };
  await sendRequest(page.request, "POST", `/api/v2/questions/${chosen}/answers`, answer);
  await askAndAnswer(request, page.request, account, { [laughter]: address });
  await askAndAnswer(page.request, friendPage.request, friend, { [address]: laughter });

  await sendQuestions(request, account, word.repeat(3), "Thrown away?");
  const { uuid_hash: binned } = await findReceived(page.request, "Thrown away?");
  await sendRequest(page.request, "PUT", `/api/v2/questions/${binned}`, { status: "hidden" });
  await askWithOptions(request, account);
  await sendRequest(page.request, "POST", "/api/v2/me/ng_words", { word: "V".repeat(30) });
  await sendQuestions(request, account, "V".repeat(200));
  await sendQuestions(page.request, friend, word);
  await askWithOptions(page.request, friend);
  await sendQuestions(request, friend, word);
  const { uuid_hash: unanswered } = await findReceived(page.request, word.repeat(3));
  const asked = await askCommunity(page.request, word);
  await answerCommunity(friendPage.request, asked, word);
  return { account, friend, answered: chosen, unanswered, asked };
}

test("FEEL-01 words of 200 letters make no page wider than a narrow phone", async ({
  page,
  request,
  openBrowser,
}) => {
  const { account, friend, answered, unanswered, asked } = await createAccountsWithLongWords(
    page,
    request,
    await openBrowser(),
  );
  const shared = [
    listSharedPages(account, answered, asked),
    listSharedPages(friend, unanswered, asked),
  ].flat();
  const paths = new Set([...accountPages, ...visitorPages, ...shared]);
  await visitPage(page, ...[...paths].map((path) => `/en${path}`));
  // The form with choices, and the page after sending.
  await page.goto(`/en/${friend}`);
  await waitUntilHydrated(page);
  await page.getByRole("radio", { name: en("questions.type_choose") }).check();
  await expect(page.getByRole("textbox")).toHaveCount(3);
  await typeEverywhere(page, "choices");
  for (const [number, text] of [
    ["1", option],
    ["2", option.replace("W", "V")],
  ] as const) {
    await page.getByRole("textbox", { name: en("questions.option", { number }) }).fill(text);
  }
  await page.getByRole("button", { name: en("questions.send") }).click();
  await page.waitForURL("**?*sent=*");
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  await expectToFit(page, "the page after sending");
  await page.getByRole("button", { name: en("outbox.withdraw") }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectToFit(page, "the dialog that withdraws");
});

test("FEEL-01 words of 200 letters make no page for visitors wider than a narrow phone", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", name);
  const [uuid] = await askAndAnswer(page.request, request, account, { [word]: laughter });
  await sendQuestions(page.request, account, address);
  const asked = await askCommunity(request, word);
  await answerCommunity(request, asked, word);
  const paths = [...visitorPages, ...listSharedPages(account, uuid ?? "", asked)];
  await visitPage(page, ...paths.map((path) => `/en${path}`));
});

test("FEEL-01 FEEL-13 long names in a list of people widen no column", async ({
  page,
  request,
  openBrowser,
}) => {
  await createAccountsWithLongWords(page, request, await openBrowser());
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [path, role] of [
    ["/en/me/home", "main"],
    ["/en/me/notices", "complementary"],
  ] as const) {
    await openPage(page, path);
    const column = page.getByRole(role);
    const people = column.getByRole("heading", { name: en("profiles.people_to_ask") });
    await expect(people).toBeVisible();
    const excess = await column.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(excess, path).toBe(0);
  }
});
