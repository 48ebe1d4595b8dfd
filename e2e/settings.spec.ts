import type { Page } from "@playwright/test";
import { formatDate } from "@toibako/contract/dates.ts";
import { registerByForm, submitSignIn } from "./account-forms.ts";
import {
  askAndAnswer,
  readCurrentUser,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { delayRequests, expect, openPage, reloadPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { en } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

const savePath = "**/api/v1/user";

test.use({ reducedMotion: "reduce" });

const findSection = (page: Page, key: string) => page.getByRole("region", { name: en(key) });
const findSensitiveSwitch = (page: Page) =>
  page.getByRole("switch", { name: en("settings.sensitive_label") });

test("PROF-07 PROF-08 SET-02 a sensitive question is withheld until a viewer chooses to see such questions", async ({
  page,
  request,
  openBrowser,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const [uuid] = await askAndAnswer(page.request, request, account, { "A secret?": "No comment." });
  await registerAccount(page.request);
  await sendRequest(request, "PUT", `/api/v2/items/${uuid}/sensitivity`, { is_ad_default: false });
  await openPage(page, `/en/q/${uuid}`);
  await expect(page.getByText("No comment.").first()).toBeVisible();
  await expect(page.getByText("A secret?")).toHaveCount(0);
  const placeholder = { name: en("profiles.sensitive_title"), level: 1 };
  await expect(page.getByRole("heading", placeholder)).toBeVisible();
  expect(await page.title()).toContain(en("questions.sensitive_page_title", { name: "Mina" }));

  await page.getByRole("link", { name: en("shell.settings").toLowerCase() }).click();
  await page.waitForURL("**/en/stg#love-field");
  await expect(findSection(page, "settings.sensitive_title")).toBeFocused();
  await expect(findSection(page, "settings.sensitive_title")).toBeInViewport();
  await findSensitiveSwitch(page).click();
  await expect(findSensitiveSwitch(page)).toBeChecked();
  await expect(findSection(page, "settings.sensitive_title")).toContainText(en("settings.saved"));
  await page.goBack();
  await expect(page.getByRole("heading", { name: "A secret?" })).toBeVisible();

  const visitor = await openBrowser();
  for (const path of [`/en/q/${uuid}`, `/en/${account}`, `/ja/${account}`]) {
    const response = await visitor.request.get(path);
    expect(await response.text()).not.toContain("A secret?");
  }
});

test("PROF-07 the answerer marks a question as sensitive on its page", async ({
  page,
  request,
  openBrowser,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const [uuid] = await askAndAnswer(request, page.request, account, { "A secret?": "No comment." });
  const visitor = await openBrowser();
  await openPage(visitor, `/en/${account}`);
  await expect(visitor.getByText("A secret?")).toBeVisible();
  await openPage(page, `/en/q/${uuid}`);
  const mark = page.getByRole("switch", { name: en("answers.sensitive") });
  const marked = page.waitForResponse(/sensitivity$/);
  await mark.check();
  await marked;
  await expect(mark).toBeChecked();
  await reloadPage(page);
  await expect(mark).toBeChecked();
  await expect(page.getByRole("heading", { name: "A secret?" })).toBeVisible();
  await reloadPage(visitor);
  await expect(visitor.getByText(en("profiles.sensitive_title"))).toBeVisible();
  await expect(visitor.getByText("A secret?")).toHaveCount(0);
});

test.describe("settings that can't be saved", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("SET-04 a switch changes at once, keeps its new state if saving fails, and saving can be retried", async ({
    page,
  }) => {
    await registerAccount(page.request);
    await openPage(page, "/en/stg#receiving");
    await page.route(savePath, (route) => route.fulfill({ status: 503, body: "" }));
    const releaseFailure = await delayRequests(page, savePath);
    const baton = page.getByRole("switch", { name: en("settings.baton_label") });
    await expect(baton).toBeChecked();
    await baton.uncheck();
    const part = findSection(page, "settings.receiving_title");
    await expect(part).toContainText(en("settings.saving"));
    releaseFailure();
    const toast = page.getByRole("alert").filter({
      hasText: en("settings.save_failed"),
      hasNotText: en("settings.not_saved"),
    });
    await expect(toast).toBeVisible();
    await expect(part).toContainText(en("settings.not_saved"));
    await expect(baton).not.toBeChecked();
    await page.unroute(savePath);
    await part.getByRole("button", { name: en("common.retry") }).click();
    await expect(part).toContainText(en("settings.saved"));
    await reloadPage(page);
    await expect(baton).not.toBeChecked();
  });

  test("SET-04 a text that is too long shows an error before it is sent, and a failure keeps the typed text", async ({
    page,
  }) => {
    await registerAccount(page.request, "en", "Mina");
    await openPage(page, "/en/stg#profile");
    const name = page.getByLabel(en("settings.displaying_name"));
    await expect(name).toHaveAccessibleDescription(/Up to 30 characters/);
    const save = findSection(page, "settings.profile_title").getByRole("button", {
      name: en("settings.save"),
    });
    await name.fill("a".repeat(31));
    await save.click();
    await expect(page.getByText(en("settings.too_long", { n: "30" }))).toBeVisible();
    await expect(name).toHaveValue("a".repeat(31));
    await name.fill("Mina Mori");
    await page.route(savePath, (route) => route.abort());
    await save.click();
    await expect(page.getByText(en("settings.save_failed")).first()).toBeVisible();
    await expect(name).toHaveValue("Mina Mori");
    await page.unroute(savePath);
    await save.click();
    await expect(findSection(page, "settings.profile_title")).toContainText(en("settings.saved"));
    await reloadPage(page);
    await expect(name).toHaveValue("Mina Mori");
  });
});

test("SET-04 a text that is typed while another is being saved stays, and can be saved afterwards", async ({
  page,
}) => {
  await registerAccount(page.request, "en", "Mina");
  await openPage(page, "/en/stg#profile");
  const releaseSave = await delayRequests(page, savePath);
  const name = page.getByLabel(en("settings.displaying_name"));
  const save = findSection(page, "settings.profile_title").getByRole("button", {
    name: en("settings.save"),
  });
  await name.fill("  Mina   Mori ");
  await save.click();
  const introduction = page.getByRole("textbox", {
    name: en("settings.self_introduction"),
    exact: true,
  });
  await introduction.fill("Tea first.");
  releaseSave();
  await expect(page.getByRole("button", { name: en("settings.saving") })).toHaveCount(0);
  await expect(introduction).toHaveValue("Tea first.");
  await save.click();
  await expect(findSection(page, "settings.profile_title")).toContainText(en("settings.saved"));
  await expect(save).toBeFocused();
  await reloadPage(page);
  await expect(introduction).toHaveValue("Tea first.");
  await expect(name).toHaveValue("Mina Mori");
});

test.describe("in a browser in Vienna", () => {
  test.use({ timezoneId: "Europe/Vienna" });

  test("SET-17 a new account has the browser's time zone, and another can be chosen by its name", async ({
    page,
  }) => {
    await registerByForm(page, "en", createHandle("zone"));
    await openPage(page, "/en/stg#time-zone");
    const zone = page.getByLabel(en("settings.time_zone"));
    await expect(zone).toHaveValue("Europe/Vienna");
    await expect(zone.locator("option:checked")).toHaveText("Central European Time");
    await zone.selectOption({ label: "Japan Standard Time" });
    await expect(findSection(page, "settings.time_title")).toContainText(en("settings.saved"));
    await reloadPage(page);
    await expect(zone).toHaveValue("Asia/Tokyo");
  });

  test("SET-17 API-06 a visitor reads dates in the browser's time zone", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    await sendQuestions(page.request, account, "What time is it?");
    await openPage(page, "/ja/not_login_user");
    const time = page.locator("main time").first();
    const moment = new Date((await time.getAttribute("datetime")) ?? "");
    const formatIn = (time_zone: string) => formatDate("hour", moment, { locale: "ja", time_zone });
    expect(formatIn("Europe/Vienna")).not.toBe(formatIn("Asia/Tokyo"));
    await expect(time).toHaveText(formatIn("Europe/Vienna"));
  });
});

test("SET-02 SET-01 AUTH-04 a visitor who follows the link of a withheld question to the setting gets there after login", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await openPage(page, "/en/stg#love-field");
  await page.waitForURL("**/en/acc/login?**");
  await submitSignIn(page, "en", account);
  await page.waitForURL("**/en/stg#love-field");
  await expect(findSection(page, "settings.sensitive_title")).toBeFocused();
});

test("SHARE-01 a card theme can be chosen with the keyboard, and the previews of all themes can be switched to the tall format", async ({
  page,
}) => {
  await registerAccount(page.request);
  await openPage(page, "/en/stg#cards");
  const part = findSection(page, "settings.cards_title");
  const mint = part.getByRole("radio", { name: en("settings.theme_mint") });
  await mint.focus();
  await page.keyboard.press("ArrowRight");
  await expect(part.getByRole("radio", { name: en("settings.theme_night") })).toBeChecked();
  await expect(part).toContainText(en("settings.saved"));
  await part.getByText(en("settings.card_tall")).click();
  const pictures = part.locator("img");
  await expect(pictures).toHaveCount(8);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty("naturalHeight", 640);
  }
  await reloadPage(page);
  await expect(part.getByRole("radio", { name: en("settings.theme_night") })).toBeChecked();
});

test("SHELL-01 SHELL-24 the settings are accessible, and fit a narrow phone in languages with long words", async ({
  page,
}) => {
  await registerAccount(page.request);
  for (const [path, width] of [
    ["/dt/stg", 320],
    ["/th/stg", 320],
    ["/en/stg", 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, path);
    await expectNoViolationsInThemes(page, path);
    await expectToFitWidth(page, path);
  }
});

/** Draws a wide picture of three squares in the browser: red, green and blue from left to right. */
async function drawSquares(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 900;
    canvas.height = 300;
    const context = canvas.getContext("2d");
    for (const [index, color] of ["#f00", "#0f0", "#00f"].entries()) {
      if (context) context.fillStyle = color;
      context?.fillRect(index * 300, 0, 300, 300);
    }
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/** Returns the strongest of red, green and blue in the middle of a picture. */
const readColor = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const { data } = context?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1) ?? {};
    const values = [...(data ?? [])].slice(0, 3);
    return ["red", "green", "blue"][values.indexOf(Math.max(...values))];
  }, url);

test("SET-19 the chosen square of a picture becomes the profile picture", async ({ page }) => {
  await registerAccount(page.request, "en");
  await openPage(page, "/en/stg#profile");
  const buffer = await drawSquares(page);
  const readIcon = async () => (await readCurrentUser(page.request)).icon_url;
  for (const [square, color] of [
    ["first", "red"],
    ["middle", "green"],
    ["last", "blue"],
  ] as const) {
    const before = await readIcon();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "squares.png", mimeType: "image/png", buffer });
    const across = page.getByRole("slider", { name: en("settings.crop_across") });
    await expect(across).toBeEnabled();
    if (square !== "middle") await across.press(square === "first" ? "Home" : "End");
    await page.getByRole("button", { name: en("settings.crop_done") }).click();
    await expect.poll(readIcon).not.toBe(before);
    expect(await readColor(page, await readIcon())).toBe(color);
  }
});
