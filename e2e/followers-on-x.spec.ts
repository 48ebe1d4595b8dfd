import { people } from "@toibako/sandbox/people.ts";
import type { SandboxProviders } from "@toibako/sandbox/providers.ts";
import { submitRegistration, submitSignIn } from "./account-forms.ts";
import { askAndAnswer, readCurrentUser, registerAccount, sendRequest } from "./calls.ts";
import { expect, openPage, reloadPage, test, waitUntilHydrated } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { choosePerson, linkProvider, openProviderSite } from "./provider-site.ts";
import { getSiteAddress } from "./second-site.ts";
import { en, translate } from "./texts.ts";
import { expectNoViolationsInThemes } from "./violations.ts";

const site = getSiteAddress(import.meta.filename);
// All tests of this file share one site, so they run one after the other. Each unlinks X at its end, because
// the next test links the same person on X, whom only one account can link.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ baseURL: site, reducedMotion: "reduce" });

let sandbox: SandboxProviders;
let stop = async () => {};
test.beforeAll(async () => {
  ({ sandbox, stop } = await openProviderSite(site));
});
test.afterAll(() => stop());

const [mina = "", sora = "", haru = ""] = people.map(({ name }) => name);

test("FRND-01 FRND-07 FRND-14 FRND-16 FRND-19 an account links X, imports its followers, follows one of them and reads their answer", async ({
  page,
  openBrowser,
}) => {
  const friend = await openBrowser();
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
  await expectNoViolationsInThemes(page, "followers on X");
  await follow.click();
  await page.getByRole("link", { name: en("friends.tab_pending") }).click();
  await page.waitForURL("**/en/follows?tab=pending&page=1");
  const invite = page.getByRole("link", { name: en("friends.request_name", { name: haru }) });
  const post = new URL((await invite.getAttribute("href")) ?? "");
  expect(post.searchParams.get("text")).toContain("@하루의 노트");
  expect(post.searchParams.get("hashtags")).toBe("toibako");
  // A job copies the pictures after the import.
  const pictures = page.getByRole("main").getByRole("listitem").locator("img[src*=follower]");
  await expect(async () => {
    await reloadPage(page);
    await expect(pictures).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await expect(pictures.first()).toHaveJSProperty("naturalWidth", 96);

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

test("FRND-17 FRND-18 signing in offers the import once to an account that never imported, and so does the page after the onboarding", async ({
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
  await submitSignIn(page, "en", account);
  await page.waitForURL("**/en/me/home");
  await expect(offer.getByRole("button", { name: en("friends.import") })).toBeVisible();
  await expectNoViolationsInThemes(page, "the offer to import");
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
  const unlinkDialog = page.getByRole("alertdialog");
  await unlinkDialog.getByRole("button", { name: en("accounts.unlink"), exact: true }).click();
  await expect(page.getByText(en("accounts.unlinked"))).toBeVisible();
});

test("START-09 in Japanese, linking X within the onboarding saves the first two pages and continues on the third", async ({
  page,
}) => {
  const ja = (key: string) => translate("ja", key);
  await openPage(page, "/ja/acc/regist");
  await submitRegistration(page, "ja", createHandle("linksx"));
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
  await expectNoViolationsInThemes(page, "the third page");
  // The box to copy the picture on X is ticked by default, because the account had no picture.
  await expect
    .poll(async () => (await readCurrentUser(page.request)).icon_url)
    .toMatch(/^\/pictures\/[\w-]{22}\.webp$/);
  expect(await readCurrentUser(page.request)).toMatchObject({
    displaying_name: "れんけい",
    ml_filter: "high",
    provider: ["twitter"],
    sign_up_complete: false,
  });
  // The onboarding continues after the visit to X only once, so after a reload it starts at the first page.
  await reloadPage(page);
  await expect(progress).toHaveAttribute("aria-valuenow", "35");
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await expect(page.getByRole("button", { name: ja("onboarding.link_x") })).toHaveCount(0);
  await page.getByRole("button", { name: ja("onboarding.next") }).click();
  await page.getByRole("button", { name: ja("onboarding.complete") }).click();
  await page.waitForURL("**/ja/me/friends/import_from_wlc?next=*");
  await page.getByRole("link", { name: ja("friends.import_step_next") }).click();
  await page.waitForURL("**/ja/me/ready");
  await sendRequest(page.request, "DELETE", "/api/v2/me/identities/twitter");
});

test("START-09 in other languages, linking X completes the onboarding, and cancelling at X leads back to the second page", async ({
  page,
}) => {
  await openPage(page, "/en/acc/regist?next=%2Fen%2Fguide");
  await submitRegistration(page, "en", createHandle("linksx"));
  await page.waitForURL("**/en/me/setup?next=*");
  await waitUntilHydrated(page);
  await page.getByRole("button", { name: en("onboarding.next") }).click();
  const link = page.getByRole("button", { name: en("onboarding.link_x") });
  await page.getByRole("checkbox", { name: en("onboarding.link_x_picture") }).uncheck();
  await expectNoViolationsInThemes(page, "the second page");
  await link.click();
  await choosePerson(page, undefined);
  await page.waitForURL("**/en/me/setup?next=*");
  await expect(page.getByText("Cancelled. Nothing has changed.")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  await page.getByRole("checkbox", { name: en("onboarding.link_x_picture") }).uncheck();
  await link.click();
  await choosePerson(page, mina);
  await page.waitForURL("**/en/me/friends/import_from_wlc?next=*");
  await page.getByRole("link", { name: en("friends.import_step_next") }).click();
  await page.waitForURL("**/en/me/ready?next=*");
  await page.getByRole("link", { name: en("onboarding.ready_next") }).click();
  await page.waitForURL("**/en/guide");
  expect((await readCurrentUser(page.request)).avatar).not.toBeNull();

  await openPage(page, "/en/stg#profile");
  const picture = page.getByRole("region", { name: en("settings.profile_title") }).locator("img");
  await page.getByRole("button", { name: en("settings.picture_from", { provider: "X" }) }).click();
  await expect(picture.first()).toHaveAttribute("src", /^\/pictures\//);
  await sendRequest(page.request, "DELETE", "/api/v2/me/identities/twitter");
});

test("FRND-14 when X no longer accepts the tokens, the import offers to link X again, and works afterwards", async ({
  page,
}) => {
  await registerAccount(page.request, "en", "Mina here");
  await linkProvider(page, "X", mina);
  await openPage(page, "/en/follows?tab=pending");
  sandbox.followersFailure.status = 401;
  await page.getByRole("button", { name: en("friends.import") }).click();
  await expect(page.getByText(en("friends.import_link_needed"))).toBeVisible({ timeout: 30_000 });
  await expectNoViolationsInThemes(page, "an import that needs X to be linked again");
  delete sandbox.followersFailure.status;
  await expect(page.getByRole("button", { name: en("friends.import_again") })).toHaveCount(0);
  await page.getByRole("button", { name: en("friends.link_x_again") }).click();
  await choosePerson(page, mina);
  await page.waitForURL("**/en/follows?tab=pending");
  await waitUntilHydrated(page);
  await expect(page.getByText(en("friends.import_link_needed"))).toHaveCount(0);
  await page.getByRole("button", { name: en("friends.import_again") }).click();
  await expect(page.getByText(`@${people[1]?.nickname}`)).toBeVisible({ timeout: 30_000 });
  await sendRequest(page.request, "DELETE", "/api/v2/me/identities/twitter");
});

test.describe("a refused second start", () => {
  // The browser logs the refused call.
  test.use({ tolerated: /status of 429 .*friends\/import/ });
  test("FRND-13 FRND-14 while X limits requests, the page says how long the import waits, and so does a second tab that starts it again", async ({
    page,
  }) => {
    await registerAccount(page.request, "en", "Mina here");
    await linkProvider(page, "X", mina);
    sandbox.followersFailure.rate_limit = { remaining: 1, reset: Date.now() / 1000 + 600 };
    const secondTab = await page.context().newPage();
    await openPage(secondTab, "/en/follows?tab=pending");
    await openPage(page, "/en/follows?tab=pending");
    await page.getByRole("button", { name: en("friends.import") }).click();
    await expect(page.getByText("This goes on by itself in about 10 minutes")).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText("Importing… 2 followers")).toBeVisible();
    await secondTab.getByRole("button", { name: en("friends.import") }).click();
    await expect(secondTab.getByText("Importing… 2 followers")).toBeVisible();
    await expect(secondTab.locator("[data-type=error]")).toHaveCount(0);
    await expectNoViolationsInThemes(page, "a waiting import");
    await reloadPage(page);
    await expect(page.getByText("This goes on by itself in about 10 minutes")).toBeVisible();
    delete sandbox.followersFailure.rate_limit;
    await sendRequest(page.request, "DELETE", "/api/v2/me/identities/twitter");
  });
});
