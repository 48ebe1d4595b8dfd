import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { SandboxNetworks } from "@toibako/sandbox/networks.ts";
import { people } from "@toibako/sandbox/people.ts";
import { ask, receivedWith } from "./calls.ts";
import { atRest, expect, open, reload, test } from "./fixture.ts";
import { appLinkUrl, networkSite, openNetworkSite } from "./network-site.ts";
import { newHandle, register } from "./people.ts";
import { text } from "./texts.ts";

// One site for all of this file, so its tests follow one another.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ baseURL: networkSite, reducedMotion: "reduce" });

let sandbox: SandboxNetworks;
let stop = async () => {};
test.beforeAll(async () => {
  ({ sandbox, stop } = await openNetworkSite());
});
test.afterAll(() => stop());

const en = (key: string, values = {}) => text("en", key, values);
const [mina, sora, haru, admin] = people.map(({ name }) => name);
const google = { network: "Google" };

/** At the network: who somebody is, or nothing of the kind. */
async function answerAs(page: Page, name: string | undefined) {
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: name ?? "Cancel" }).click();
}

const enter = async (page: Page, name = mina) => {
  await page.getByRole("button", { name: en("accounts.social_continue", google) }).click();
  await answerAs(page, name);
};

async function link(page: Page, network: string, name = mina) {
  await open(page, "/en/stg");
  await page.getByRole("button", { name: en("accounts.link_to", { network }) }).click();
  await answerAs(page, name);
  await page.waitForURL(/\/en\/stg\?tab=sns$/);
}

async function barriers(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect.soft(violations, `${name} ${colorScheme}`).toEqual([]);
  }
}

test("AUTH-09 AUTH-10 SHARE-08 somebody comes from Google, links X and posts their link there", async ({
  page,
}) => {
  await open(page, "/en");
  await barriers(page, "front page");
  await enter(page);
  await page.waitForURL("**/en/me/home");
  await expect(
    page.getByRole("heading", { name: en("inbox.greeting", { name: mina }) }),
  ).toBeVisible();
  await link(page, "X");
  await expect(
    page.getByText(text("en", "accounts.linked_as", { nickname: "mina_draws" })),
  ).toHaveCount(2);
  await barriers(page, "settings");
  await open(page, "/en/mina_draws");
  await page
    .getByRole("main")
    .getByRole("button", { name: en("shares.post_to_x") })
    .click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`${networkSite}/en/mina_draws`);
  await barriers(page, "posting");
  await dialog.getByRole("button", { name: en("shares.own_x_post") }).click();
  await expect(page.getByText(en("shares.own_x_done"))).toBeVisible();
  expect(sandbox.posts.map((post) => post.text)).toEqual([
    `${en("shares.own_text")} #toibako\n${networkSite}/en/mina_draws`,
  ]);
});

test("SET-03 SET-11 posting by itself is switched on, and ends with the link", async ({ page }) => {
  await register(page, "en", newHandle("recruits"));
  await link(page, "X", sora);
  const questions = page.getByRole("switch", { name: en("shares.auto_questions") });
  await questions.click();
  await expect(questions).toBeChecked();
  await reload(page);
  await expect(questions).toBeChecked();

  await page.getByRole("button", { name: en("accounts.unlink_from", { network: "X" }) }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: en("accounts.unlink"), exact: true })
    .click();
  await expect(questions).toHaveCount(0);
  await link(page, "X", sora);
  await expect(questions).not.toBeChecked();
});

test.describe("refusals", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("SHARE-08 when X is out of reach, that is said and can be tried again", async ({ page }) => {
    const account = newHandle("unlucky");
    await register(page, "en", account);
    await link(page, "X", haru);
    sandbox.refusal.status = 503;
    await open(page, `/en/${account}`);
    await page
      .getByRole("main")
      .getByRole("button", { name: en("shares.post_to_x") })
      .click();
    await page.getByRole("button", { name: en("shares.own_x_post"), exact: true }).click();
    await expect(page.getByText("X could not be reached.")).toBeVisible();
    delete sandbox.refusal.status;
    await page.getByRole("button", { name: en("shares.own_x_post"), exact: true }).click();
    await expect(page.getByText(en("shares.own_x_done"))).toBeVisible();
  });

  test("SHARE-06 ANS-11 an answer is offered to be shared; what fails is said in two lines and tried again", async ({
    page,
    request,
  }) => {
    await open(page, "/en/acc/login");
    await page
      .getByRole("button", { name: en("accounts.social_continue", { network: "X" }) })
      .click();
    await answerAs(page, haru);
    await page.waitForURL("**/en/me/home");
    const me = await (await page.request.get("/api/v2/users/me")).json();
    const { account, displaying_name: name } = me.user;
    await ask(request, account, "Shared?");
    const { uuid_hash } = await receivedWith(page.request, "Shared?");
    sandbox.posts.length = 0;
    sandbox.refusal.status = 503;
    await open(page, `/en/q/${uuid_hash}`);
    await page.getByRole("textbox", { name: en("answers.label") }).fill("With everybody.");
    await page.getByRole("button", { name: en("answers.send") }).click();

    const offer = page.getByRole("dialog", { name: en("shares.answer_prompt_title") });
    await expect(offer).toContainText(`${networkSite}/en/q/${uuid_hash}`);
    await barriers(page, "sharing an answer");
    await offer.getByRole("button", { name: en("shares.post_to_x") }).click();
    const failure = page.getByRole("dialog", { name: en("shares.failure_title") });
    const lines = failure.getByRole("alert").locator("p");
    await expect(lines).toHaveText([
      en("shares.failure_line"),
      "X could not be reached. Please try again in a moment.",
    ]);
    await failure.getByRole("button", { name: en("shares.share_again") }).click();
    await expect(lines).toHaveCount(2);
    await failure.getByRole("button", { name: en("common.close") }).click();
    await expect(failure).toBeHidden();

    const board = page.getByRole("region", { name: en("questions.answered_title") });
    await board.getByRole("button", { name: en("shares.share") }).click();
    const modal = page.getByRole("dialog", { name: en("shares.answer_title") });
    const post = modal.getByRole("button", { name: en("shares.post_to_x") });
    await post.click();
    await expect(modal.getByRole("alert")).toContainText(en("shares.failure_line"));
    expect(sandbox.posts).toEqual([]);
    delete sandbox.refusal.status;
    await post.click();
    await expect(page.getByText(en("shares.own_x_done"))).toBeVisible();
    await expect(modal).toBeHidden();
    expect(sandbox.posts.map((shared) => shared.text)).toEqual([
      `“Shared?” – answered by ${name} on Toibako #toibako\n${networkSite}/en/q/${uuid_hash}`,
    ]);
  });
});

test("SHELL-17 AUTH-10 who turns away comes back to the door, is told so once, and can go on", async ({
  page,
}) => {
  await open(page, "/en/acc/login?next=%2Fen%2Fbox");
  await page.getByRole("button", { name: en("accounts.social_continue", google) }).click();
  await answerAs(page, undefined);
  await expect(page.getByText("Cancelled. Nothing has changed.")).toBeVisible();
  await expect(page).toHaveURL(/\/en\/acc\/login\?next=%2Fen%2Fbox$/);
  await reload(page);
  await expect(page.getByText("Cancelled. Nothing has changed.")).toHaveCount(0);
  await enter(page, sora);
  await page.waitForURL("**/en/box");
});

test("AUTH-07 each language has its networks, and Weibo is gone once one is signed in", async ({
  page,
}) => {
  const shown = async (path: string) => {
    await page.goto(path);
    const forms = page.getByRole("main").locator('form[action^="/auth/"]');
    return forms.evaluateAll((all) => all.map((form) => form.getAttribute("action")?.slice(6)));
  };
  const everywhere = ["twitter", "facebook", "google"];
  for (const path of ["", "/acc/login", "/acc/regist"]) {
    expect(await shown(`/en${path}`), path).toEqual(everywhere);
    expect(await shown(`/ko${path}`), path).toEqual([...everywhere, "kakao"]);
    for (const locale of ["zh-CN", "zh-TW"]) {
      expect(await shown(`/${locale}${path}`), path).toEqual([...everywhere, "weibo"]);
    }
  }
  await open(page, "/en/not_login_user");
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await bar.getByRole("button", { name: en("shell.inbox") }).click();
  const invitation = page.getByRole("dialog");
  await expect(invitation.locator('form[action^="/auth/"]')).toHaveCount(3);
  await barriers(page, "invitation");
  await register(page, "zh-CN", newHandle("zh"));
  expect(await shown("/zh-CN/acc/login")).toEqual(everywhere);
});

test("SHARE-05 without a linked X nothing offers it, and the link can still be passed on", async ({
  page,
}) => {
  const account = newHandle("plain");
  await register(page, "en", account);
  const to_x = page.locator('a[href^="https://x.com"]');
  for (const path of [`/en/${account}`, "/en/me/home"]) {
    await open(page, path);
    await expect(
      page
        .getByRole("main")
        .getByRole("button", { name: en("shares.copy_link") })
        .first(),
    ).toBeVisible();
    await expect(to_x).toHaveCount(0);
    await expect(page.getByRole("button", { name: en("shares.post_to_x") })).toHaveCount(0);
  }
  await link(page, "X", admin);
  await open(page, "/en/me/home");
  await expect(to_x.first()).toBeAttached();
});

test("SHELL-05 the app's banner needs iOS and a linked Instagram, and stays away once closed", async ({
  browser,
}) => {
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
  const context = await browser.newContext({ baseURL: networkSite, userAgent: iphone });
  const page = await context.newPage();
  await open(page, "/en/acc/login");
  await enter(page, admin);
  await page.waitForURL("**/en/me/home");
  const banner = page.getByRole("region", { name: en("accounts.app_link_title") });
  await expect(banner).toHaveCount(0);
  await link(page, "Instagram", admin);
  await expect(banner.getByRole("link")).toHaveAttribute("href", appLinkUrl);
  await barriers(page, "banner");
  const elsewhere = await browser.newContext({
    baseURL: networkSite,
    storageState: await context.storageState(),
  });
  const other = await elsewhere.newPage();
  await open(other, "/en/me/home");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByRole("region", { name: en("accounts.app_link_title") })).toHaveCount(0);
  await banner.getByRole("button").click();
  await expect(banner).toBeHidden();
  await reload(page);
  await expect(banner).toBeHidden();
  await elsewhere.close();
  await context.close();
});

test("AUTH-09 the way in needs no scripts", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: networkSite, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/en/acc/login");
  await enter(page, sora);
  await page.waitForURL("**/en/me/home");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("空");
  await context.close();
});
