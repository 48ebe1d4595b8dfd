import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { localeNames, locales } from "@toibako/contract/locales.ts";
import { registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { storeRoles, turnOnSecondFactor } from "./staff-calls.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

// This test gives a role in the database and needs a games site, so it starts another site.
const site = getSiteAddress(import.meta.filename);
const games_url = "https://games.example/play";

// The console answers 403 before it is entered, 404 for a game that is not stored yet, and 400 for bad input.
test.use({ baseURL: site, reducedMotion: "reduce", tolerated: /Failed to load resource/ });

const DATA_DIR = mkdtempSync(join(tmpdir(), "toibako-e2e-games-"));
const environment = { LIMIT_FACTOR: "0", DATA_DIR, GAMES_URL: games_url };
let stopSite: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  stopSite = await openSecondSite(site, environment);
});

test.afterAll(async () => {
  await stopSite?.();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const ja = (key: string, values?: Record<string, string>) => translate("ja", key, values);
const label = (key: string) => ja(`staff_games.${key}`);

/** Makes an account an admin and enters the console. The site is stopped and started again meanwhile. */
async function enterConsole(page: Page, account: string): Promise<void> {
  const createCode = await turnOnSecondFactor(page.request);
  await stopSite?.();
  await storeRoles(DATA_DIR, { [account]: "admin" });
  stopSite = await openSecondSite(site, environment);
  await openPage(page, "/ja/adm/contents/games");
  await page.getByLabel(ja("factors.code")).fill(createCode());
  await page.keyboard.press("Enter");
}

/** A picture of a maze, as a PNG that the browser draws. */
async function drawMaze(page: Page) {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 800, height: 450 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("the browser draws nothing");
    context.fillStyle = "#174f51";
    context.fillRect(0, 0, 800, 450);
    context.strokeStyle = "#ffc94d";
    context.lineWidth = 18;
    for (let inset = 40; inset < 220; inset += 45) {
      context.strokeRect(inset, inset, 800 - 2 * inset, 450 - 2 * inset);
      context.clearRect(inset + 60, inset - 12, 40, 24);
    }
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return { name: "maze.png", mimeType: "image/png", buffer: Buffer.from(data, "base64") };
}

/** Writes a text in every language. */
async function fillTexts(page: Page, key: string, text: string): Promise<void> {
  for (const locale of locales) {
    await page.getByRole("radio", { name: localeNames[locale] }).check();
    await page.getByLabel(label(key), { exact: true }).fill(`${text} ${locale}`);
  }
}

/** Names the files and calls of a page that are only for games. */
const listGameFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /game/.test(path)),
  );

test("ADS-12 ADS-13 SHELL-30 ADMIN-09 an admin adds a game, accounts see it on their home and in the list, visitors on the front page", async ({
  page: visitor,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const [player, admin] = [await openBrowser(), await openBrowser()];
  await registerAccount(player.request, "ja");
  const chief = await registerAccount(admin.request, "ja");
  await enterConsole(admin, chief);
  await expect(admin.getByText(label("no_games"))).toBeVisible();

  // Without a game nothing of it is there.
  for (const page of [visitor, player]) {
    await openPage(page, page === visitor ? "/ja" : "/ja/me/home");
    await page.waitForLoadState("networkidle");
    expect(await listGameFiles(page)).toEqual([]);
    await expect(page.locator(`a[href^="${games_url}"]`)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: ja("shell.game") })).toHaveCount(0);
    expect((await page.request.get("/ja/games")).status()).toBe(404);
  }

  await admin.getByRole("link", { name: label("new_game") }).click();
  await fillTexts(admin, "game_title", "Maze");
  await fillTexts(admin, "description", "Find the way out of the box");
  const pictureInput = admin.getByLabel(label("picture"), { exact: true });
  await pictureInput.setInputFiles(await drawMaze(admin));
  await expect(admin.locator('form img[src^="/pictures/"]')).toBeVisible();
  await admin.getByLabel(label("path_id"), { exact: true }).fill("../maze");
  await admin.getByRole("button", { name: ja("staff_contents.save") }).click();
  await expect(admin.getByText(/64文字までにしてください/).first()).toBeVisible();
  await admin.getByLabel(label("path_id"), { exact: true }).fill("maze-1");
  await admin.getByRole("button", { name: ja("staff_contents.save") }).click();
  await expect(admin.getByText(ja("staff_contents.saved"))).toBeVisible();
  await admin.setViewportSize({ width: 320, height: 800 });
  await expectToFitWidth(admin, "the form of a game");

  // The front page of visitors was cached before.
  await openPage(visitor, "/ja");
  const invitation = visitor.getByRole("link", { name: ja("games.open_site") });
  await expect(invitation).toHaveAttribute("href", `${games_url}/`);
  await expect(visitor.getByRole("img", { name: "Maze ja" })).toBeVisible();
  await openPage(visitor, "/ja/not_login_user");
  await expect(invitation).toHaveAttribute("href", `${games_url}/`);

  await openPage(player, "/ja/me/home");
  const card = player.getByRole("link", { name: /Maze ja/ });
  await expect(card).toHaveAttribute("rel", "noopener noreferrer");
  const address = (await card.getAttribute("href")) ?? "";
  expect(address).toMatch(/^https:\/\/games\.example\/play\/games\/maze-1\?u=[\w-]{22}$/);
  const { searchParams } = new URL(address);
  await player.getByRole("link", { name: ja("games.all") }).click();
  await player.waitForURL(/\/ja\/games$/);
  await expect(player.getByRole("heading", { level: 1, name: ja("shell.game") })).toBeVisible();
  await expect(card).toHaveAttribute("href", address);
  await expect(player.getByText(ja("games.id_notice"))).toBeVisible();
  await expectNoViolationsInThemes(player, "the list of games");
  await player.setViewportSize({ width: 320, height: 800 });
  await expectToFitWidth(player, "the list of games");

  // The games site learns neither the page from which the link was followed nor reaches that page.
  const referrers: (string | undefined)[] = [];
  await player.context().route("https://games.example/**", (route) => {
    referrers.push(route.request().headers().referer);
    return route.fulfill({ contentType: "text/html", body: "<title>Maze</title>" });
  });
  const [opened] = await Promise.all([player.waitForEvent("popup"), card.click()]);
  await opened.waitForURL(address);
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
  expect(referrers).toEqual([undefined]);
  await player.goBack();
  await player.waitForURL(/\/me\/home$/);

  // Visitors share one page of the list, also after an account has opened it.
  await openPage(visitor, "/ja/games");
  await expect(visitor.getByRole("link", { name: /Maze ja/ })).toHaveAttribute(
    "href",
    `${games_url}/games/maze-1`,
  );
  for (const path of ["/ja", "/ja/games", "/ja/not_login_user"]) {
    const html = await (await visitor.request.get(path)).text();
    expect(html).toContain("games.example");
    expect(html).not.toContain("?u=");
    expect(html).not.toContain(String(searchParams.get("u")));
  }

  await admin.getByLabel(label("show"), { exact: true }).uncheck();
  await admin.getByRole("button", { name: ja("staff_contents.save") }).click();
  await expect(admin.getByText(ja("staff_contents.saved"))).toBeVisible();
  await openPage(visitor, "/ja");
  await expect(invitation).toHaveCount(0);
  expect((await visitor.request.get("/ja/games")).status()).toBe(404);
});
