import type { Page } from "@playwright/test";
import { type Locale, localeNames } from "@toibako/contract/locales.ts";
import { registerAccount } from "./calls.ts";
import {
  adminName,
  expectConflict,
  fillTexts,
  findField,
  pressSave,
  save,
  test as testOfContents,
} from "./contents-site.ts";
import { expect, openPage, test } from "./fixture.ts";
import { translate } from "./texts.ts";

test.use({ reducedMotion: "reduce" });
testOfContents.use({ reducedMotion: "reduce" });

const game = "/diagnosis/first-game-weather----";

/** The text of the reader's own result on the open page. */
const findResult = (page: Page, locale: Locale) =>
  page.getByRole("heading", { name: translate(locale, "diagnosis.own_result") }).locator("+ p");

/**
 * Plays the game of the open page by keyboard and returns what came out of it. The result gets the focus and takes the
 * place of the envelope, and sharing that of the button, so that nothing below moves.
 */
async function play(page: Page, locale: Locale): Promise<string> {
  const others = page.getByRole("heading", { name: translate(locale, "diagnosis.others") });
  const measure = () => others.evaluate((part) => part.getBoundingClientRect().y + scrollY);
  const before = await measure();
  await page.getByRole("button", { name: translate(locale, "diagnosis.play") }).press("Enter");
  const result = ((await findResult(page, locale).textContent()) ?? "").trim();
  await expect(page.locator(":focus")).toContainText(result);
  expect(Math.abs((await measure()) - before)).toBeLessThanOrEqual(1);
  return result;
}

for (const locale of ["ja", "th"] as const) {
  test(`GAME-02 ANS-13 in ${locale} somebody plays, shares the picture, and a visitor sees it`, async ({
    page,
    openBrowser,
  }) => {
    const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);
    const account = await registerAccount(page.request, locale, "😀".repeat(20));
    await page.setViewportSize({ width: locale === "ja" ? 390 : 320, height: 844 });
    await openPage(page, `/${locale}/me/home`);
    await page.getByRole("link", { name: t("diagnosis.home_link") }).click();
    await page.locator(`a[href="/${locale}${game}"]`).click();
    await expect(page.locator("main")).not.toContainText(account);
    const result = await play(page, locale);
    const picture = page.locator('main img[src^="/cards/diagnosis/"]');
    await expect(picture).toHaveAttribute("alt", new RegExp(result.slice(0, 10)));
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1200);
    await page.reload();
    await expect(findResult(page, locale)).toHaveText(result);

    await page.getByRole("link", { name: t("diagnosis.share") }).click();
    const sheet = page.getByRole("region", { name: t("diagnosis.share_title") });
    await sheet.getByText(t("shares.own_words")).click();
    await expect(sheet.getByRole("textbox")).toHaveValue(new RegExp(result.slice(0, 10)));
    const download = sheet.getByRole("link", { name: t("shares.save_picture") }).first();
    expect(await download.getAttribute("download")).toMatch(/^Toibako - .+\.png$/);
    const line = (await sheet.getByRole("link", { name: "LINE" }).getAttribute("href")) ?? "";
    const shared = new URL(new URL(line).searchParams.get("url") ?? "");
    expect(shared.href).not.toContain(account);

    const visitor = await openBrowser();
    await openPage(visitor, shared.pathname + shared.search);
    await expect(visitor.getByText(result)).toBeVisible();
    await expect(visitor.locator('meta[property="og:image"]')).toHaveAttribute(
      "content",
      /\/cards\/diagnosis\/[\w-]{22}\.png$/,
    );
    expect(await visitor.content()).not.toContain(account);
    await visitor.getByRole("button", { name: t("diagnosis.own_turn") }).click();
    await expect(visitor.getByRole("dialog", { name: t("accounts.invite_title") })).toBeVisible();
  });
}

testOfContents(
  "ADMIN-04 ADMIN-09 GAME-01 an admin makes a game, sees an unsaved outcome in the preview, and everybody can play it",
  async ({ admin, openBrowser }) => {
    test.setTimeout(300_000);
    const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);
    await openPage(admin, "/ja/adm/contents/diagnosis");
    await admin.getByRole("link", { name: t("staff_diagnosis.new_game") }).click();
    const body = t("staff_diagnosis.share_body");
    await fillTexts(admin, t("staff_diagnosis.title"), "Tea");
    await fillTexts(admin, t("staff_diagnosis.description"), "Which tea?");
    await fillTexts(admin, body, "Green tea");
    await admin.getByRole("button", { name: t("staff_diagnosis.add_outcome") }).click();
    await fillTexts(admin, body, `{name}: ${"black tea ".repeat(16)}`);
    const first = admin.getByRole("group", { name: t("staff_diagnosis.outcome", { n: "1" }) });
    await first.getByRole("button", { name: t("staff_diagnosis.add_condition") }).click();
    await first.getByLabel(t("staff_diagnosis.class"), { exact: true }).selectOption("User");
    await first.getByLabel(t("staff_diagnosis.attr"), { exact: true }).selectOption("locale");
    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("ja");

    const toggle = admin.getByRole("button", { name: t("staff_diagnosis.show_preview") });
    await admin.getByRole("radio", { name: localeNames.en }).check();
    await toggle.click();
    await expect(admin.getByText(`${adminName}: black tea`)).toBeVisible();
    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("en");
    await expect(admin.locator("p", { hasText: "Green tea en" })).toBeVisible();
    await admin.getByRole("button", { name: t("staff_diagnosis.hide_preview") }).click();
    await expect(admin.locator("p", { hasText: "Green tea en" })).toBeHidden();

    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("xx");
    const text = first.getByLabel(body, { exact: true });
    const typed = await text.inputValue();
    await text.fill("😀".repeat(5_000));
    await pressSave(admin);
    await expect(text).toHaveAttribute("aria-invalid", "true");
    await text.fill(typed);
    await pressSave(admin);
    await expect(admin.getByText("この条件では使えない値です。").first()).toBeVisible();
    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("ja");
    await findField(admin, t("staff_diagnosis.position")).fill("0");
    await findField(admin, t("staff_diagnosis.is_shown")).check();
    await save(admin);
    await expectConflict(admin, t("staff_diagnosis.position"));

    const player = await openBrowser();
    await registerAccount(player.request, "ja", "はな");
    await openPage(player, "/ja/diagnosis");
    await player.getByRole("link", { name: "Tea ja" }).click();
    expect(await play(player, "ja")).toMatch(/^はな: (black tea )+ ja$/);
  },
);
