import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { people } from "@toibako/sandbox/people.ts";
import type { SandboxProviders } from "@toibako/sandbox/providers.ts";
import { registerByForm, submitLogin, submitRegistration } from "./account-forms.ts";
import {
  askAndAnswer,
  findReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import {
  expect,
  openPage,
  reloadPage,
  test,
  waitForAnimations,
  waitUntilHydrated,
} from "./fixture.ts";
import { createHandle } from "./people.ts";
import { appLinkUrl, openProviderSite, providerSite } from "./provider-site.ts";
import { en, translate } from "./texts.ts";

// All tests of this file share one site, so they run one after the other.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ baseURL: providerSite, reducedMotion: "reduce" });

let sandbox: SandboxProviders;
let stop = async () => {};
test.beforeAll(async () => {
  ({ sandbox, stop } = await openProviderSite());
});
test.afterAll(() => stop());

const [mina = "", sora = "", haru = "", admin = ""] = people.map(({ name }) => name);
const google = { provider: "Google" };

/** Chooses a person on the provider's sign-in page, or cancels if `name` is undefined. */
async function choosePerson(page: Page, name: string | undefined) {
  await page.waitForURL(/\/interaction\//);
  await page.getByRole("button", { name: name ?? "Cancel" }).click();
}

const signInByGoogle = async (page: Page, name = mina) => {
  await page.getByRole("button", { name: en("accounts.social_continue", google) }).click();
  await choosePerson(page, name);
};

async function linkProvider(page: Page, provider: string, name = mina) {
  await openPage(page, "/en/stg");
  await page.getByRole("button", { name: en("accounts.link_to", { provider }) }).click();
  await choosePerson(page, name);
  await page.waitForURL(/\/en\/stg\?tab=sns$/);
  await waitUntilHydrated(page);
}

async function expectAccessible(page: Page, name: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect.soft(violations, `${name} ${colorScheme}`).toEqual([]);
  }
}

/** Waits for the first page, which only a new account sees, or the home, and opens the home. */
async function openHomeAfterSignIn(page: Page): Promise<void> {
  await page.waitForURL(/\/en\/me\/(setup|home)$/);
  await page.goto("/en/me/home");
}

test("FRND-01 FRND-07 FRND-14 FRND-16 FRND-19 an account links X, imports its followers, follows one of them and reads their answer", async ({
  page,
  another,
}) => {
  const friend = await another();
  const account = await registerAccount(friend.request, "en", "Sora here");
  await linkProvider(friend, "X", sora);
  await registerAccount(page.request, "en", "Mina here");
  await openPage(page, "/en/me/friends?tab=timeline");
  await page.getByRole("link", { name: en("friends.link_x") }).click();
  await page.waitForURL("**/en/stg?tab=sns");
  await linkProvider(page, "X", mina);

  await openPage(page, "/en/follows");
  await expect(page.getByText(en("friends.no_completed_title"))).toBeVisible();
  await page.getByRole("button", { name: en("friends.import") }).click();
  await expect(page.getByText("1 of them is here").first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: en("friends.import_again") })).toBeDisabled();
  const follow = page.getByRole("button", { name: en("friends.follow_name", { name: sora }) });
  await expect(follow).toBeVisible();
  await expectAccessible(page, "followers on X");
  await follow.click();
  await page.getByRole("link", { name: en("friends.tab_pending") }).click();
  await page.waitForURL("**/en/follows?tab=pending&page=1");
  const invite = page.getByRole("link", { name: en("friends.request_name", { name: haru }) });
  const post = new URL((await invite.getAttribute("href")) ?? "");
  expect(post.searchParams.get("text")).toContain("@하루의 노트");
  expect(post.searchParams.get("hashtags")).toBe("toibako");

  await askAndAnswer(page.request, friend.request, account, { "Sea?": "Always the sea." });
  await openPage(page, "/ja/me/friends?tab=timeline");
  await expect(page.getByRole("article")).toContainText("Always the sea.");
  await expect(
    page.getByRole("button", { name: translate("ja", "friends.import_again") }),
  ).toBeDisabled();
  for (const { request } of [page, friend]) {
    const unlinked = await sendRequest(request, "DELETE", "/api/v2/me/identities/twitter");
    expect(unlinked.ok()).toBe(true);
  }
});

test("FRND-17 FRND-18 a sign-in of an account with a linked X that never imported offers the import once, and the onboarding leads to it", async ({
  page,
}) => {
  const account = await registerAccount(page.request, "en", "Mina here");
  await openPage(page, "/en/stg?tab=sns");
  await linkProvider(page, "X", mina);
  await openPage(page, "/en/me/home");
  const offer = page.getByRole("dialog", { name: en("friends.import_step_title") });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(offer).toBeHidden();

  await page.context().clearCookies();
  await openPage(page, "/en/acc/login");
  await submitLogin(page, "en", account);
  await page.waitForURL("**/en/me/home");
  await expect(offer.getByRole("button", { name: en("friends.import") })).toBeVisible();
  await expectAccessible(page, "the offer to import");
  await offer.getByRole("button", { name: en("friends.import_later") }).click();
  await expect(offer).toBeHidden();
  await openPage(page, "/en/me/home");
  await expect(page.getByRole("link", { name: en("shell.home") }).first()).toBeVisible();
  await expect(offer).toBeHidden();

  await openPage(page, "/en/me/friends/import_from_wlc?next=%2Fen%2Fguide");
  await expect(page.getByRole("button", { name: en("friends.import") })).toBeVisible();
  await page.getByRole("link", { name: en("friends.import_step_next") }).click();
  await page.waitForURL("**/en/guide");
  await openPage(page, "/en/stg?tab=sns");
  await page
    .getByRole("button", { name: en("accounts.unlink_from", { provider: "X" }), exact: true })
    .click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: en("accounts.unlink"), exact: true }).click();
  await expect(page.getByText(en("accounts.unlinked"))).toBeVisible();
});

test("START-09 in Japanese, linking X within the onboarding saves both pages and continues on the third", async ({
  page,
}) => {
  const ja = (key: string) => translate("ja", key);
  const account = createHandle("linksx");
  await openPage(page, "/ja/acc/regist");
  await submitRegistration(page, "ja", account);
  await page.waitForURL("**/ja/me/setup");
  await waitUntilHydrated(page);
  await page.getByLabel(ja("settings.displaying_name"), { exact: true }).fill("れんけい");
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await page.getByLabel(ja("filters.ml_high")).check();
  await page.getByRole("button", { name: ja("onboarding.link_x") }).click();
  await choosePerson(page, mina);
  await page.waitForURL("**/ja/me/setup");
  const progress = page.getByRole("progressbar");
  await expect(progress).toHaveAttribute("aria-valuenow", "100");
  await expectAccessible(page, "the third page");
  const { user } = await (await page.request.get("/api/v2/users/me")).json();
  expect(user).toMatchObject({
    displaying_name: "れんけい",
    ml_filter: "high",
    provider: ["twitter"],
    sign_up_complete: false,
  });
  // The key is read once: a reload starts at the first page.
  await reloadPage(page);
  await expect(progress).toHaveAttribute("aria-valuenow", "35");
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await expect(page.getByRole("button", { name: ja("onboarding.link_x") })).toHaveCount(0);
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await page.getByRole("button", { name: ja("onboarding.complete") }).click();
  await page.waitForURL("**/ja/me/friends/import_from_wlc?next=*");
  await page.getByRole("link", { name: ja("friends.import_step_next") }).click();
  await page.waitForURL(`**/ja/${account}`);
  await sendRequest(page.request, "DELETE", "/api/v2/me/identities/twitter");
});

test("START-09 in other languages, linking X completes the onboarding; an account that cancels at X stays on the second page", async ({
  page,
}) => {
  await openPage(page, "/en/acc/regist?next=%2Fen%2Fguide");
  await submitRegistration(page, "en", createHandle("linksx"));
  await page.waitForURL("**/en/me/setup?next=*");
  await waitUntilHydrated(page);
  await page.getByRole("button", { name: en("onboarding.next") }).click();
  const link = page.getByRole("button", { name: en("onboarding.link_x") });
  await expectAccessible(page, "the second page");
  await link.click();
  await choosePerson(page, undefined);
  await page.waitForURL("**/en/me/setup?next=*");
  await expect(page.getByText("Cancelled. Nothing has changed.")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "60");
  await link.click();
  await choosePerson(page, mina);
  await page.waitForURL("**/en/me/friends/import_from_wlc?next=*");
  await page.getByRole("link", { name: en("friends.import_step_next") }).click();
  await page.waitForURL("**/en/guide");
  await sendRequest(page.request, "DELETE", "/api/v2/me/identities/twitter");
});

test("AUTH-09 AUTH-10 SHARE-08 a person signs up by Google, links X and posts their link there", async ({
  page,
}) => {
  await openPage(page, "/en");
  await expectAccessible(page, "front page");
  await signInByGoogle(page);
  await openHomeAfterSignIn(page);
  await expect(
    page.getByRole("heading", { name: en("inbox.greeting", { name: mina }) }),
  ).toBeVisible();
  await linkProvider(page, "X");
  await expect(page.getByText(en("accounts.linked_as", { nickname: "mina_draws" }))).toHaveCount(2);
  await expectAccessible(page, "settings");
  await openPage(page, "/en/mina_draws");
  await page
    .getByRole("main")
    .getByRole("button", { name: en("shares.post_to_x") })
    .click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`${providerSite}/en/mina_draws`);
  await expectAccessible(page, "posting");
  await dialog.getByRole("button", { name: en("shares.linked_x_post") }).click();
  await expect(page.getByText(en("shares.linked_x_posted"))).toBeVisible();
  expect(sandbox.posts.map((post) => post.text)).toEqual([
    `${en("shares.own_text")} #toibako\n${providerSite}/en/mina_draws`,
  ]);
});

test("SET-03 SET-11 automatic posting is switched on, and ends when the provider is unlinked", async ({
  page,
}) => {
  await registerByForm(page, "en", createHandle("recruits"));
  await linkProvider(page, "X", sora);
  const questions = page.getByRole("switch", { name: en("shares.auto_questions") });
  const saved = page.waitForResponse("**/api/v1/user/auto_recruit");
  await questions.click();
  await expect(questions).toBeChecked();
  await saved;
  await reloadPage(page);
  await expect(questions).toBeChecked();

  await page.getByRole("button", { name: en("accounts.unlink_from", { provider: "X" }) }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: en("accounts.unlink"), exact: true })
    .click();
  await expect(questions).toHaveCount(0);
  await linkProvider(page, "X", sora);
  await expect(questions).not.toBeChecked();
});

test.describe("refusals", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("SHARE-08 when X is unreachable, an error is shown and posting can be retried", async ({
    page,
  }) => {
    const account = createHandle("unlucky");
    await registerByForm(page, "en", account);
    await linkProvider(page, "X", haru);
    sandbox.postingFailure.status = 503;
    await openPage(page, `/en/${account}`);
    await page
      .getByRole("main")
      .getByRole("button", { name: en("shares.post_to_x") })
      .click();
    await page.getByRole("button", { name: en("shares.linked_x_post"), exact: true }).click();
    await expect(page.getByText("We couldn't reach X.")).toBeVisible();
    delete sandbox.postingFailure.status;
    await page.getByRole("button", { name: en("shares.linked_x_post"), exact: true }).click();
    await expect(page.getByText(en("shares.linked_x_posted"))).toBeVisible();
  });

  test("SHARE-06 ANS-11 sharing is offered after an answer; a failure is shown in two lines and can be retried", async ({
    page,
    request,
  }) => {
    await openPage(page, "/en/acc/login");
    await page
      .getByRole("button", { name: en("accounts.social_continue", { provider: "X" }) })
      .click();
    await choosePerson(page, haru);
    await openHomeAfterSignIn(page);
    const me = await (await page.request.get("/api/v2/users/me")).json();
    const { account, displaying_name: name } = me.user;
    await sendQuestions(request, account, "Shared?");
    const { uuid_hash } = await findReceived(page.request, "Shared?");
    sandbox.posts.length = 0;
    sandbox.postingFailure.status = 503;
    await openPage(page, `/en/q/${uuid_hash}`);
    await page.getByRole("textbox", { name: en("answers.label") }).fill("With everybody.");
    await page.getByRole("button", { name: en("answers.send") }).click();

    const offer = page.getByRole("dialog", { name: en("shares.answer_prompt_title") });
    await expectAccessible(page, "sharing an answer");
    await offer.getByRole("button", { name: en("shares.linked_post") }).click();
    const failure = page.getByRole("dialog", { name: en("shares.failure_title") });
    const lines = failure.getByRole("alert").locator("p");
    await expect(lines).toHaveText([
      en("shares.x_failure_title"),
      "We couldn't reach X. Please try again in a moment.",
    ]);
    await failure.getByRole("button", { name: en("shares.share_again") }).click();
    await expect(lines).toHaveCount(2);
    await failure.getByRole("button", { name: en("common.close") }).click();
    await expect(failure).toBeHidden();

    const board = page.getByRole("region", { name: en("questions.answered_title") });
    await board.getByRole("button", { name: en("shares.share") }).click();
    const modal = page.getByRole("dialog", { name: en("shares.answer_title") });
    await modal.getByRole("button", { name: en("shares.linked_post") }).click();
    await expect(lines).toHaveCount(2);
    expect(sandbox.posts).toEqual([]);
    delete sandbox.postingFailure.status;
    await failure.getByRole("button", { name: en("shares.share_again") }).click();
    await expect(page.getByText(en("shares.linked_x_posted"))).toBeVisible();
    await expect(failure).toBeHidden();
    expect(sandbox.posts.map((shared) => shared.text)).toEqual([
      `“Shared?” – answered by ${name} on Toibako #toibako\n${providerSite}/en/q/${uuid_hash}`,
    ]);
  });
});

test("SHELL-17 AUTH-10 a person who cancels at the provider returns to the login, sees one message, and can sign in", async ({
  page,
}) => {
  await openPage(page, "/en/acc/login?next=%2Fen%2Fbox");
  await page.getByRole("button", { name: en("accounts.social_continue", google) }).click();
  await choosePerson(page, undefined);
  await expect(page.getByText("Cancelled. Nothing has changed.")).toBeVisible();
  await expect(page).toHaveURL(/\/en\/acc\/login\?next=%2Fen%2Fbox$/);
  await reloadPage(page);
  await expect(page.getByText("Cancelled. Nothing has changed.")).toHaveCount(0);
  await signInByGoogle(page, sora);
  // A new account sees its first page before the page that it wanted.
  await page.waitForURL(/\/en\/(box|me\/setup\?next=%2Fen%2Fbox)$/);
});

test("AUTH-07 pages in English, Korean and Chinese offer their providers, and Weibo is not offered to signed-in accounts", async ({
  page,
}) => {
  const listProviders = async (path: string) => {
    await page.goto(path);
    const forms = page.getByRole("main").locator('form[action^="/auth/"]');
    return forms.evaluateAll((all) => all.map((form) => form.getAttribute("action")?.slice(6)));
  };
  const everywhere = ["twitter", "facebook", "google"];
  for (const path of ["", "/acc/login", "/acc/regist"]) {
    expect(await listProviders(`/en${path}`), path).toEqual(everywhere);
    expect(await listProviders(`/ko${path}`), path).toEqual([...everywhere, "kakao"]);
    for (const locale of ["zh-CN", "zh-TW"]) {
      expect(await listProviders(`/${locale}${path}`), path).toEqual([...everywhere, "weibo"]);
    }
  }
  await openPage(page, "/en/not_login_user");
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await bar.getByRole("button", { name: en("shell.inbox") }).click();
  const invitation = page.getByRole("dialog");
  await expect(invitation.locator('form[action^="/auth/"]')).toHaveCount(3);
  await expectAccessible(page, "invitation");
  await registerByForm(page, "zh-CN", createHandle("zh"));
  expect(await listProviders("/zh-CN/acc/login?mal=1")).toEqual(
    everywhere.map((provider) => `${provider}?mal=1`),
  );
});

test("SHARE-05 without a linked X account posting is not offered, but a button to copy the link is", async ({
  page,
}) => {
  const account = createHandle("plain");
  await registerByForm(page, "en", account);
  const xLinks = page.locator('a[href^="https://x.com"]');
  for (const path of [`/en/${account}`, "/en/me/home"]) {
    await openPage(page, path);
    await expect(
      page
        .getByRole("main")
        .getByRole("button", { name: en("shares.copy_link") })
        .first(),
    ).toBeVisible();
    await expect(xLinks).toHaveCount(0);
    await expect(page.getByRole("button", { name: en("shares.post_to_x") })).toHaveCount(0);
  }
  await linkProvider(page, "X", admin);
  await openPage(page, "/en/me/home");
  await expect(xLinks.first()).toBeAttached();
});

test("SHELL-05 the app's banner appears on iOS with a linked Instagram, and stays closed once closed", async ({
  browser,
}) => {
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
  const context = await browser.newContext({ baseURL: providerSite, userAgent: iphone });
  const page = await context.newPage();
  await openPage(page, "/en/acc/login");
  await signInByGoogle(page, admin);
  await openHomeAfterSignIn(page);
  const banner = page.getByRole("region", { name: en("accounts.app_link_title") });
  await expect(banner).toHaveCount(0);
  await linkProvider(page, "Instagram", admin);
  await expect(banner.getByRole("link")).toHaveAttribute("href", appLinkUrl);
  await expectAccessible(page, "banner");
  const elsewhere = await browser.newContext({
    baseURL: providerSite,
    storageState: await context.storageState(),
  });
  const other = await elsewhere.newPage();
  await openPage(other, "/en/me/home");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByRole("region", { name: en("accounts.app_link_title") })).toHaveCount(0);
  await banner.getByRole("button").click();
  await expect(banner).toBeHidden();
  await reloadPage(page);
  await expect(banner).toBeHidden();
  await elsewhere.close();
  await context.close();
});

test("AUTH-09 signing in by a provider works without scripts", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: providerSite, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/en/acc/login");
  await signInByGoogle(page, sora);
  await openHomeAfterSignIn(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("空");
  await context.close();
});
