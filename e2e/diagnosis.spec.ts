import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Locale, localeNames, locales } from "@toibako/contract/locales.ts";
import { registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { storeRoles, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";

// The last test gives a role in the database, so it starts another site.
const site = getSiteAddress(import.meta.filename);

// The console answers 403 before it is entered.
test.use({ reducedMotion: "reduce", tolerated: /Failed to load resource/ });

const game = "/diagnosis/first-game-weather----";

/** Plays the game of the open page and returns what came out of it. */
async function play(page: Page, locale: Locale): Promise<string> {
  await page.getByRole("button", { name: translate(locale, "diagnosis.play") }).click();
  await expect(page.getByText(translate(locale, "diagnosis.own_result"))).toBeVisible();
  return ((await page.getByRole("status").locator("p").textContent()) ?? "").trim();
}

for (const locale of ["ja", "th"] as const) {
  test(`GAME-02 ANS-13 in ${locale} somebody plays, shares the picture, and a visitor sees it`, async ({
    page,
    openBrowser,
  }) => {
    const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);
    const account = await registerAccount(page.request, locale, "😀".repeat(20));
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
    await expect(page.getByRole("status").locator("p")).toHaveText(result);

    await page.getByRole("button", { name: t("diagnosis.share") }).click();
    const sheet = page.getByRole("dialog", { name: t("diagnosis.share_title") });
    await expect(sheet.getByRole("textbox")).toHaveValue(new RegExp(result.slice(0, 10)));
    const download = sheet.getByRole("link", { name: t("shares.save_picture") });
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

test("GAME-02 the result takes the place of the envelope, so nothing moves", async ({ page }) => {
  await registerAccount(page.request, "ja");
  await openPage(page, `/ja${game}`);
  const others = page.getByRole("heading", { name: translate("ja", "diagnosis.others") });
  const before = await others.boundingBox();
  await play(page, "ja");
  const after = await others.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(48);
});

test.describe("the console", () => {
  test.use({ baseURL: site });

  const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-e2e-diagnosis-"));
  let stopSite: (() => Promise<void>) | undefined;

  async function startSite(): Promise<void> {
    stopSite = await openSecondSite(site, { LIMIT_FACTOR: "0", DATA_DIR });
  }

  test.beforeAll(startSite);

  test.afterAll(async () => {
    await stopSite?.();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });

  /** Makes an account an admin. The site is stopped and started again meanwhile. */
  async function makeAdmin(account: string): Promise<void> {
    await stopSite?.();
    await storeRoles(DATA_DIR, { [account]: "admin" });
    await startSite();
  }

  const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);

  /** Writes a text in every language. */
  async function fillTexts(page: Page, label: string, text: string, index = 0): Promise<void> {
    for (const locale of locales) {
      await page.getByRole("radio", { name: localeNames[locale] }).check();
      await page.getByLabel(label, { exact: true }).nth(index).fill(`${text} ${locale}`);
    }
  }

  async function save(page: Page): Promise<void> {
    await page.getByRole("button", { name: t("staff_contents.save") }).click();
    await expect(page.getByText(t("staff_contents.saved"))).toBeVisible();
  }

  test("ADMIN-04 ADMIN-09 GAME-01 an admin makes a game, sees an unsaved outcome in the preview, and everybody can play it", async ({
    page: admin,
    openBrowser,
  }) => {
    test.setTimeout(300_000);
    const chief = await registerAccount(admin.request, "ja", "編集長");
    const createCode = await turnOnSecondFactor(admin.request);
    await makeAdmin(chief);
    await openPage(admin, "/ja/adm/contents/diagnosis");
    await admin.getByLabel(t("factors.code")).fill(createCode());
    await admin.keyboard.press("Enter");

    await admin.getByRole("link", { name: t("staff_diagnosis.new_game") }).click();
    const body = t("staff_diagnosis.share_body");
    await fillTexts(admin, t("staff_diagnosis.title"), "Tea");
    await fillTexts(admin, t("staff_diagnosis.description"), "Which tea?");
    await fillTexts(admin, body, "Green tea");
    await admin.getByRole("button", { name: t("staff_diagnosis.add_outcome") }).click();
    await fillTexts(admin, body, "{name}: black tea");
    const first = admin.getByRole("group", { name: t("staff_diagnosis.outcome", { n: "1" }) });
    await first.getByRole("button", { name: t("staff_diagnosis.add_condition") }).click();
    await first.getByLabel(t("staff_diagnosis.class"), { exact: true }).selectOption("User");
    await first.getByLabel(t("staff_diagnosis.attr"), { exact: true }).selectOption("locale");
    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("ja");

    const toggle = admin.getByRole("button", { name: t("staff_diagnosis.show_preview") });
    await admin.getByRole("radio", { name: localeNames.en }).check();
    await toggle.click();
    await expect(admin.getByText("編集長: black tea en")).toBeVisible();
    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("en");
    await expect(admin.locator("p", { hasText: "Green tea en" })).toBeVisible();
    await admin.getByRole("button", { name: t("staff_diagnosis.hide_preview") }).click();
    await expect(admin.locator("p", { hasText: "Green tea en" })).toBeHidden();

    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("xx");
    await admin.getByRole("button", { name: t("staff_contents.save") }).click();
    await expect(admin.getByText("この条件では使えない値です。").first()).toBeVisible();
    await first.getByLabel(t("staff_diagnosis.value"), { exact: true }).fill("ja");
    await admin.getByLabel(t("staff_diagnosis.position"), { exact: true }).fill("0");
    await admin.getByLabel(t("staff_diagnosis.is_shown"), { exact: true }).check();
    await save(admin);

    const player = await openBrowser();
    await registerAccount(player.request, "ja", "はな");
    await openPage(player, "/ja/diagnosis");
    await player.getByRole("link", { name: "Tea ja" }).click();
    expect(await play(player, "ja")).toBe("はな: black tea ja");
  });
});
