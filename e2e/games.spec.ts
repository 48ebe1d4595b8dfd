import type { Page } from "@playwright/test";
import { registerAccount } from "./calls.ts";
import {
  drawPicture,
  expectConflict,
  fillTexts,
  findField,
  games_url,
  pressSave,
  save,
  test,
} from "./contents-site.ts";
import { expect, openPage } from "./fixture.ts";
import { translate } from "./texts.ts";
import { expectNoViolationsInThemes, expectToFitWidth } from "./violations.ts";

test.use({ reducedMotion: "reduce" });

const ja = (key: string, values?: Record<string, string>) => translate("ja", key, values);
const label = (key: string) => ja(`staff_games.${key}`);

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
  admin,
  openBrowser,
}) => {
  test.setTimeout(300_000);
  const player = await openBrowser();
  await registerAccount(player.request, "ja");
  await openPage(admin, "/ja/adm/contents/games");
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
  await fillTexts(admin, label("game_title"), "Maze");
  await fillTexts(admin, label("description"), "Find the way out of the box");
  const pictureInput = findField(admin, label("picture"));
  await pictureInput.setInputFiles(await drawPicture(admin, "#174f51"));
  await expect(admin.locator('form img[src^="/pictures/"]')).toBeVisible();
  await findField(admin, label("path_id")).fill("../maze");
  await pressSave(admin);
  await expect(admin.getByText(/64文字までにしてください/).first()).toBeVisible();
  await findField(admin, label("path_id")).fill("maze-1");
  await findField(admin, label("show")).check();
  await save(admin);
  await expectConflict(admin, label("priority"));
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

  await findField(admin, label("show")).uncheck();
  await save(admin);
  await openPage(visitor, "/ja");
  await expect(invitation).toHaveCount(0);
  expect((await visitor.request.get("/ja/games")).status()).toBe(404);
});
