import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { attempt, enrol, exchange } from "./calls.ts";
import { expect, hold, open, reload, test } from "./fixture.ts";
import { password } from "./people.ts";
import { text } from "./texts.ts";

const en = (key: string, values = {}) => text("en", key, values);
const saving = "**/api/v1/user";

test.use({ reducedMotion: "reduce" });

const section = (page: Page, key: string) => page.getByRole("region", { name: en(key) });
const sensitiveSwitch = (page: Page) =>
  page.getByRole("switch", { name: en("settings.sensitive_label") });

test("PROF-07 PROF-08 SET-02 a marked question is covered until a reader chooses to see it", async ({
  page,
  request,
  another,
}) => {
  const account = await enrol(request, "en", "Mina");
  const [uuid] = await exchange(page.request, request, account, { "A secret?": "No comment." });
  await enrol(page.request);
  await attempt(request, "PUT", `/api/v2/items/${uuid}/sensitivity`, { is_ad_default: false });
  await open(page, `/en/q/${uuid}`);
  await expect(page.getByText("No comment.").first()).toBeVisible();
  await expect(page.getByText("A secret?")).toHaveCount(0);
  const covered = { name: en("profiles.sensitive_title"), level: 1 };
  await expect(page.getByRole("heading", covered)).toBeVisible();
  expect(await page.title()).toContain(en("questions.sensitive_page_title", { name: "Mina" }));

  await page.getByRole("link", { name: en("shell.settings").toLowerCase() }).click();
  await page.waitForURL("**/en/stg#love-field");
  await expect(section(page, "settings.sensitive_title")).toBeFocused();
  await expect(section(page, "settings.sensitive_title")).toBeInViewport();
  await sensitiveSwitch(page).click();
  await expect(sensitiveSwitch(page)).toBeChecked();
  await expect(section(page, "settings.sensitive_title")).toContainText(en("settings.saved"));
  await page.goBack();
  await expect(page.getByRole("heading", { name: "A secret?" })).toBeVisible();

  const visitor = await another();
  for (const path of [`/en/q/${uuid}`, `/en/${account}`, `/ja/${account}`]) {
    const response = await visitor.request.get(path);
    expect(await response.text()).not.toContain("A secret?");
  }
});

test("PROF-07 who answered marks a question on its page", async ({ page, request, another }) => {
  const account = await enrol(page.request, "en", "Mina");
  const [uuid] = await exchange(request, page.request, account, { "A secret?": "No comment." });
  const visitor = await another();
  await open(visitor, `/en/${account}`);
  await expect(visitor.getByText("A secret?")).toBeVisible();
  await open(page, `/en/q/${uuid}`);
  const mark = page.getByRole("switch", { name: en("answers.sensitive") });
  const marked = page.waitForResponse(/sensitivity$/);
  await mark.check();
  await marked;
  await expect(mark).toBeChecked();
  await reload(page);
  await expect(mark).toBeChecked();
  await expect(page.getByRole("heading", { name: "A secret?" })).toBeVisible();
  await reload(visitor);
  await expect(visitor.getByText(en("profiles.sensitive_title"))).toBeVisible();
  await expect(visitor.getByText("A secret?")).toHaveCount(0);
});

test.describe("what can't be saved", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("SET-04 a choice shows at once, stays when it was not saved, and can be tried again", async ({
    page,
  }) => {
    await enrol(page.request);
    await open(page, "/en/stg");
    await page.route(saving, (route) => route.fulfill({ status: 503, body: "" }));
    const fail = await hold(page, saving);
    const baton = page.getByRole("switch", { name: en("settings.baton_label") });
    await expect(baton).toBeChecked();
    await baton.uncheck();
    const part = section(page, "settings.receiving_title");
    await expect(part).toContainText(en("settings.saving"));
    fail();
    await expect(page.getByText(en("settings.update_fail"))).toBeVisible();
    await expect(part).toContainText(en("settings.not_saved"));
    await expect(baton).not.toBeChecked();
    await page.unroute(saving);
    await part.getByRole("button", { name: en("common.retry") }).click();
    await expect(part).toContainText(en("settings.saved"));
    await reload(page);
    await expect(baton).not.toBeChecked();
  });

  test("SET-04 what was typed stays, and is said to be too long before it is sent", async ({
    page,
  }) => {
    await enrol(page.request, "en", "Mina");
    await open(page, "/en/stg");
    const name = page.getByLabel(en("settings.displaying_name"));
    const save = page.getByRole("button", { name: en("settings.save") });
    await name.fill("a".repeat(31));
    await save.click();
    await expect(page.getByText(en("settings.too_long", { n: "30" }))).toBeVisible();
    await expect(name).toHaveValue("a".repeat(31));
    await name.fill("Mina Mori");
    await page.route(saving, (route) => route.abort());
    await save.click();
    await expect(page.getByText(en("settings.update_fail")).first()).toBeVisible();
    await expect(name).toHaveValue("Mina Mori");
    await page.unroute(saving);
    await save.click();
    await expect(section(page, "settings.profile_title")).toContainText(en("settings.saved"));
    await reload(page);
    await expect(name).toHaveValue("Mina Mori");
  });
});

test("SET-04 what is typed while a name is being saved stays, and can be saved next", async ({
  page,
}) => {
  await enrol(page.request, "en", "Mina");
  await open(page, "/en/stg");
  const go_on = await hold(page, saving);
  const name = page.getByLabel(en("settings.displaying_name"));
  const save = page.getByRole("button", { name: en("settings.save") });
  await name.fill("  Mina   Mori ");
  await save.click();
  const introduction = page.getByLabel(en("settings.self_introduction"));
  await introduction.fill("Tea first.");
  go_on();
  await expect(page.getByRole("button", { name: en("settings.saving") })).toHaveCount(0);
  await expect(introduction).toHaveValue("Tea first.");
  await save.click();
  await expect(section(page, "settings.profile_title")).toContainText(en("settings.saved"));
  await expect(save).toBeFocused();
  await reload(page);
  await expect(introduction).toHaveValue("Tea first.");
  await expect(name).toHaveValue("Mina Mori");
});

test("SET-17 a time zone is set", async ({ page }) => {
  await enrol(page.request);
  await open(page, "/en/stg#time-zone");
  const zone = page.getByLabel(en("settings.time_zone"));
  await expect(zone).toHaveValue("Asia/Tokyo");
  await zone.selectOption({ label: "Berlin" });
  await expect(section(page, "settings.time_title")).toContainText(en("settings.saved"));
  await reload(page);
  await expect(zone).toHaveValue("Europe/Berlin");
});

test("SET-02 SET-01 AUTH-04 a visitor who follows the notice comes to the setting after logging in", async ({
  page,
  request,
}) => {
  const account = await enrol(request);
  await open(page, "/en/stg#love-field");
  await page.waitForURL("**/en/acc/login?**");
  await page.getByLabel(en("accounts.account"), { exact: true }).fill(account);
  await page.getByLabel(en("accounts.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: en("accounts.login_button"), exact: true }).click();
  await page.waitForURL("**/en/stg#love-field");
  await expect(section(page, "settings.sensitive_title")).toBeFocused();
});

test("SHARE-01 a look of one's cards is chosen by the keyboard and seen in both shapes", async ({
  page,
}) => {
  await enrol(page.request);
  await open(page, "/en/stg#cards");
  const part = section(page, "settings.cards_title");
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
  await reload(page);
  await expect(part.getByRole("radio", { name: en("settings.theme_night") })).toBeChecked();
});

test("SHELL-01 SHELL-24 the settings have no barrier, and fit a narrow phone in long languages", async ({
  page,
}) => {
  await enrol(page.request);
  for (const [path, width] of [
    ["/dt/stg", 320],
    ["/th/stg", 320],
    ["/en/stg", 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect.soft(violations, `${path} ${colorScheme}`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
