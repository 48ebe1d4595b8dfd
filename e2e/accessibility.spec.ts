import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ask, attempt, enrol, exchange, receivedWith } from "./calls.ts";
import { atRest, awake, expect, open, test } from "./fixture.ts";
import { text } from "./texts.ts";

const widths = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];
const en = (key: string, values = {}) => text("en", key, values);

test.describe.configure({ timeout: 240_000 });
test.use({ reducedMotion: "reduce", tolerated: /Failed to load resource.*nowhere/ });

/** In both widths all rules, and in both themes those that colours can break. */
async function check(page: Page, name: string): Promise<void> {
  // The page keeps the rules once it was given them.
  let rules = {};
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await atRest(page);
      const axe = new AxeBuilder({ page, ...rules }).setLegacyMode().options({
        resultTypes: ["violations"],
        preload: false,
        ...(colorScheme === "dark" && { runOnly: ["color-contrast"] }),
      });
      const { violations } = await axe.analyze();
      rules = { axeSource: ";" };
      const found = violations.flatMap(({ nodes }) =>
        nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
      );
      expect.soft(found, `${name} ${viewport.width} ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
}

test("SHELL-01 a visitor meets no barrier on any page", async ({ page, request }) => {
  await open(page, "/en/not_login_user");
  await check(page, "visitor home, empty");
  const empty = await enrol(request);
  await page.goto(`/en/${empty}`);
  await check(page, "profile, empty");
  const account = await enrol(request, "en", "Mina");
  const pairs = { "1?": "one", "2?": "two", "3?": "three", "4?": "four" };
  const [uuid] = await exchange(page.request, request, account, pairs);
  const legal = page.getByRole("navigation", { name: en("shell.legal") }).getByRole("link");
  const own = await legal.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(own).toContain("/en/fxp/terms");
  const paths = ["", "/acc/login", "/acc/regist", `/${account}`, `/q/${uuid}`, "/not_login_user"];
  const others = ["/me/friends", "/q/nowhere", "/itr", "/itr?service=line"];
  for (const path of [...[...paths, ...others].map((path) => `/en${path}`), ...own]) {
    await page.goto(path);
    await awake(page);
    await check(page, path);
  }
});

test("SHELL-01 dialogs and drawers have no barrier either", async ({ page, request }) => {
  const account = await enrol(request, "en", "Mina");
  await exchange(page.request, request, account, { "1?": "one" });
  await open(page, "/en/not_login_user");
  await page.getByRole("button", { name: en("outbox.ask_again") }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("And?");
  await check(page, "question form");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await check(page, "warning");
  await page.getByRole("button", { name: en("questions.discard"), exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await bar.getByRole("button", { name: en("shell.inbox") }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check(page, "invitation");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await enrol(page.request);
  await open(page, "/en/me/notices");
  for (const key of ["shell.menu", "shell.accounts"]) {
    await page
      .getByRole("banner")
      .getByRole("button", { name: en(key) })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await check(page, key);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("SHELL-01 somebody with an account meets no barrier on any page", async ({
  page,
  request,
  another,
}) => {
  const account = await enrol(page.request, "en", "Mina");
  const empty = ["/box", "/box/reply", "/box/dust", "/box/held", "/me/home", "/me/home?tab=send"];
  for (const path of [...empty, "/stg"]) {
    await open(page, `/en${path}`);
    await check(page, `${path}, empty`);
  }
  const other = await enrol(request);
  await exchange(page.request, request, other, { "Sent?": "Yes." });
  const [uuid] = await exchange(request, page.request, account, { "1?": "one" });
  await ask(request, account, "2?", "3?", "x".repeat(150), "5?");
  const move = async (body: string, key: string) => {
    const row = page.getByRole("article").filter({ hasText: body });
    await row.getByRole("button", { name: en(key), exact: true }).click();
    await expect(row).toHaveCount(0);
  };
  await open(page, "/en/box");
  await move("2?", "inbox.check");
  await move("3?", "inbox.discard");
  const waiting = (await receivedWith(page.request, "5?")).uuid_hash;
  await attempt(page.request, "POST", "/api/v2/me/ng_words", { word: "nasty" });
  await attempt(page.request, "POST", "/api/v2/me/blocks", { question_id: waiting });
  await ask((await another()).request, account, "Something nasty?");
  await open(page, "/en/box/held");
  await page.getByRole("button", { name: en("filters.uncover") }).click();
  await check(page, "/box/held, uncovered");
  const paths = ["/box", "/box/reply", "/box/dust", "/box/held", "/stg"];
  const home = ["/me/home", "/me/home?tab=send", "/me/notices"];
  const others = ["/me/friends", "/me/talks", `/${account}`, `/q/${uuid}`, `/q/${waiting}`];
  for (const path of [...paths, ...home, ...others]) {
    await open(page, `/en${path}`);
    await check(page, path);
  }
});
