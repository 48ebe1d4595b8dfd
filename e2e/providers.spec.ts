import type { Page } from "@playwright/test";
import { people } from "@toibako/sandbox/people.ts";
import type { SandboxProviders } from "@toibako/sandbox/providers.ts";
import { registerByForm } from "./account-forms.ts";
import { findReceived, sendQuestions } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { appLinkUrl, choosePerson, linkProvider, openProviderSite } from "./provider-site.ts";
import { getSiteAddress } from "./second-site.ts";
import { en } from "./texts.ts";
import { expectNoViolationsInThemes } from "./violations.ts";

// The main site has no providers.
const site = getSiteAddress(import.meta.filename);

// All tests of this file share one site, so they run one after the other.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ baseURL: site, reducedMotion: "reduce" });

let sandbox: SandboxProviders;
let stop = async () => {};
test.beforeAll(async () => {
  ({ sandbox, stop } = await openProviderSite(site));
});
test.afterAll(() => stop());

const [mina = "", sora = "", haru = "", admin = ""] = people.map(({ name }) => name);
const google = { provider: "Google" };

const signInByGoogle = async (page: Page, name = mina) => {
  await page.getByRole("button", { name: en("accounts.social_continue", google) }).click();
  await choosePerson(page, name);
};

/** Waits until the sign-in has opened the onboarding or the home, and opens the home. */
async function openHomeAfterSignIn(page: Page): Promise<void> {
  await page.waitForURL(/\/en\/me\/(setup|home)$/);
  await page.goto("/en/me/home");
}

test("AUTH-09 AUTH-10 SHARE-08 a person signs up by Google, links X and posts their link there", async ({
  page,
}) => {
  await openPage(page, "/en");
  await expectNoViolationsInThemes(page, "front page");
  await signInByGoogle(page);
  await openHomeAfterSignIn(page);
  await expect(page.getByRole("heading", { name: mina, level: 1 })).toBeVisible();
  await linkProvider(page, "X", mina);
  await expect(page.getByText(en("accounts.linked_as", { nickname: "mina_draws" }))).toHaveCount(2);
  await expectNoViolationsInThemes(page, "settings");
  await openPage(page, "/en/mina_draws");
  await page
    .getByRole("main")
    .getByRole("button", { name: en("shares.linked_post") })
    .click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`${site}/en/mina_draws`);
  await expectNoViolationsInThemes(page, "posting");
  await dialog.getByRole("button", { name: en("shares.linked_x_post") }).click();
  await expect(page.getByText(en("shares.linked_x_posted"))).toBeVisible();
  expect(sandbox.posts.map((post) => post.text)).toEqual([
    `${en("shares.own_text")} #toibako\n${site}/en/mina_draws`,
  ]);
});

test("SET-03 SET-11 a switch turns the weekly posts on, and unlinking X turns them off", async ({
  page,
}) => {
  await registerByForm(page, "en", createHandle("recruits"));
  await linkProvider(page, "X", sora);
  const questions = page.getByRole("switch", { name: en("shares.auto_questions") });
  const openPosting = () =>
    page.getByRole("heading", { name: en("shares.auto_title"), level: 3 }).click();
  await openPosting();
  const saved = page.waitForResponse("**/api/v1/user/auto_recruit");
  await questions.click();
  await expect(questions).toBeChecked();
  await saved;
  await reloadPage(page);
  await openPosting();
  await expect(questions).toBeChecked();

  await page.getByRole("button", { name: en("accounts.unlink_from", { provider: "X" }) }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: en("accounts.unlink"), exact: true })
    .click();
  await expect(questions).toHaveCount(0);
  await linkProvider(page, "X", sora);
  await openPosting();
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
      .getByRole("button", { name: en("shares.linked_post") })
      .click();
    await page.getByRole("button", { name: en("shares.linked_x_post"), exact: true }).click();
    await expect(page.getByText("We couldn't reach X.")).toBeVisible();
    delete sandbox.postingFailure.status;
    await page.getByRole("button", { name: en("shares.linked_x_post"), exact: true }).click();
    await expect(page.getByText(en("shares.linked_x_posted"))).toBeVisible();
  });

  test("SHARE-06 ANS-11 after an answer, a post on X that fails shows the reason in two lines and can be retried", async ({
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

    const offer = page.getByRole("region", { name: en("shares.answer_prompt_title") });
    await expectNoViolationsInThemes(page, "sharing an answer");
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

    await reloadPage(page);
    const board = page.getByRole("region", { name: en("questions.answered_title") });
    await board.getByRole("link", { name: en("shares.share") }).click();
    const stage = page.getByRole("region", { name: en("shares.answer_title") });
    await stage.getByRole("button", { name: en("shares.linked_post") }).click();
    await expect(lines).toHaveCount(2);
    expect(sandbox.posts).toEqual([]);
    delete sandbox.postingFailure.status;
    await failure.getByRole("button", { name: en("shares.share_again") }).click();
    await expect(page.getByText(en("shares.linked_x_posted"))).toBeVisible();
    await expect(failure).toBeHidden();
    expect(sandbox.posts.map((shared) => shared.text)).toEqual([
      `“Shared?” – answered by ${name} on Toibako #toibako\n${site}/en/q/${uuid_hash}`,
    ]);
  });
});

test("SHELL-17 AUTH-10 cancelling at the provider leads back to the login with a message that is shown once", async ({
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
  // A new account gets the onboarding before the page in `next`.
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
  const commonProviders = ["twitter", "facebook", "google"];
  for (const path of ["", "/acc/login", "/acc/regist"]) {
    expect(await listProviders(`/en${path}`), path).toEqual(commonProviders);
    expect(await listProviders(`/ko${path}`), path).toEqual([...commonProviders, "kakao"]);
    for (const locale of ["zh-CN", "zh-TW"]) {
      expect(await listProviders(`/${locale}${path}`), path).toEqual([...commonProviders, "weibo"]);
    }
  }
  await openPage(page, "/en/not_login_user");
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await bar.getByRole("button", { name: en("shell.inbox") }).click();
  const invitation = page.getByRole("dialog");
  await expect(invitation.locator('form[action^="/auth/"]')).toHaveCount(3);
  await expectNoViolationsInThemes(page, "invitation");
  await registerByForm(page, "zh-CN", createHandle("zh"));
  expect(await listProviders("/zh-CN/acc/login?mal=1")).toEqual(
    commonProviders.map((provider) => `${provider}?mal=1`),
  );
});

test("SHARE-05 an account without a linked X can copy its link but not post it on X", async ({
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
    await expect(page.getByRole("button", { name: en("shares.linked_post") })).toHaveCount(0);
  }
  await linkProvider(page, "X", admin);
  await openPage(page, "/en/me/home");
  await expect(xLinks.first()).toBeAttached();
});

test("SHELL-05 the app's banner appears on iOS to accounts with a linked Instagram, and stays closed after it was closed", async ({
  browser,
}) => {
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
  const context = await browser.newContext({ baseURL: site, userAgent: iphone });
  const page = await context.newPage();
  await openPage(page, "/en/acc/login");
  await signInByGoogle(page, admin);
  await openHomeAfterSignIn(page);
  const banner = page.getByRole("region", { name: en("accounts.app_link_title") });
  await expect(banner).toHaveCount(0);
  await linkProvider(page, "Instagram", admin);
  await expect(banner.getByRole("link")).toHaveAttribute("href", appLinkUrl);
  await expectNoViolationsInThemes(page, "banner");
  const otherBrowser = await browser.newContext({
    baseURL: site,
    storageState: await context.storageState(),
  });
  const other = await otherBrowser.newPage();
  await openPage(other, "/en/me/home");
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(other.getByRole("region", { name: en("accounts.app_link_title") })).toHaveCount(0);
  await banner.getByRole("button").click();
  await expect(banner).toBeHidden();
  await reloadPage(page);
  await expect(banner).toBeHidden();
  await otherBrowser.close();
  await context.close();
});

test("AUTH-09 signing in by a provider works without scripts", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/en/acc/login");
  await signInByGoogle(page, sora);
  await openHomeAfterSignIn(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("空");
  await context.close();
});
