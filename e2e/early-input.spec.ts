import type { Page } from "@playwright/test";
import { submitSignIn } from "./account-forms.ts";
import {
  askAndAnswer,
  findReceived,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import {
  delayRequests,
  expect,
  openPage,
  test,
  waitForAnswer,
  waitUntilHydrated,
} from "./fixture.ts";
import { password } from "./people.ts";
import { en } from "./texts.ts";

const scripts = "**/assets/*.js";

test.use({ reducedMotion: "reduce" });

test("SHELL-21 a press on the menu button before hydration opens the menu", async ({ page }) => {
  const release = await delayRequests(page, scripts);
  await page.goto("/en/guide", { waitUntil: "commit" });
  const button = page.getByRole("banner").getByRole("button", { name: en("shell.menu") });
  // Readers press twice if nothing seems to happen.
  await button.click();
  await button.click();
  release();
  await expect(page.getByRole("dialog", { name: en("shell.menu"), exact: true })).toBeVisible();
});

test("AUTH-04 a sign-in form that is sent before hydration signs in", async ({
  page,
  openBrowser,
}) => {
  const { request } = await openBrowser();
  const account = await registerAccount(request);
  const release = await delayRequests(page, scripts);
  await page.goto("/en/acc/login", { waitUntil: "commit" });
  await page.getByLabel(en("accounts.account")).fill(account);
  const field = page.getByLabel(en("accounts.password"), { exact: true });
  await field.fill(password);
  await field.press("Enter");
  release();
  await expect(page).toHaveURL("/en/me/home");
});

test("AUTH-04 AUTH-24 after a sign-in, the login page requests no challenge for a passkey", async ({
  page,
  openBrowser,
}) => {
  const { request } = await openBrowser();
  const account = await registerAccount(request);
  // The page learns only after the sign-in that the browser can offer passkeys in the username field.
  await page.addInitScript(() => {
    const support = Promise.withResolvers<boolean>();
    PublicKeyCredential.isConditionalMediationAvailable = () => support.promise;
    const sendCall = window.fetch;
    window.fetch = async (address, options) => {
      const reply = await sendCall(address, options);
      if (address === "/acc/login") {
        setTimeout(() => {
          support.resolve(true);
          // Requested after everything that resolving the promise causes.
          setTimeout(() => {
            new Image().src = "/avatars/cat.svg?after";
          });
        });
      }
      return reply;
    };
  });
  const challenges: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("/acc/passkey/")) challenges.push(sent.url());
  });
  await openPage(page, "/en/acc/login");
  const releaseHome = await delayRequests(page, "**/en/me/home");
  const after = page.waitForRequest("**/avatars/cat.svg?after");
  await submitSignIn(page, "en", account);
  await after;
  releaseHome();
  await expect(page).toHaveURL("/en/me/home");
  expect(challenges).toEqual([]);
});

test("SET-02 a switch that is pressed before hydration is saved", async ({ page }) => {
  await registerAccount(page.request);
  const release = await delayRequests(page, scripts);
  await page.goto("/en/stg", { waitUntil: "commit" });
  const sensitive = page.getByRole("switch", { name: en("settings.sensitive_label") });
  const batons = page.getByRole("switch", { name: en("settings.baton_label") });
  await page.getByRole("heading", { name: en("settings.receiving_title") }).click();
  await expect(batons).toBeChecked();
  await sensitive.click();
  await expect(sensitive).toBeChecked();
  // Switched off and on again, so that nothing needs to be saved.
  await batons.click();
  await batons.click();
  release();
  const section = page.getByRole("region", { name: en("settings.sensitive_title") });
  await expect(section).toContainText(en("settings.saved"));
  await waitUntilHydrated(page);
  await expect(sensitive).toBeChecked();
  await expect(batons).toBeChecked();
  await page.reload();
  await expect(sensitive).toBeChecked();
  await page.getByRole("heading", { name: en("settings.receiving_title") }).click();
  await expect(batons).toBeChecked();
});

test.describe("scripts that can't be loaded", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("SET-02 the settings say that their switches don't work", async ({ page }) => {
    await registerAccount(page.request);
    await page.route(scripts, (route) => route.abort());
    await page.goto("/en/stg");
    await expect(page.getByText(en("common.scripts_failed"))).toBeVisible();
  });
});

test("SET-04 a profile that is typed and saved before hydration is stored", async ({ page }) => {
  await registerAccount(page.request);
  await sendRequest(page.request, "PUT", "/api/v1/user", { self_introduction: "Hello." });
  const release = await delayRequests(page, scripts);
  await page.goto("/en/stg", { waitUntil: "commit" });
  await page.getByRole("heading", { name: en("settings.profile_title"), level: 3 }).click();
  const name = page.getByLabel(en("settings.displaying_name"));
  const introduction = page.getByRole("textbox", { name: en("settings.self_introduction") });
  await name.fill("Early Yui");
  await introduction.fill("Hello there.");
  const form = page.locator("form").filter({ has: introduction });
  await form.getByRole("button", { name: en("settings.save") }).click();
  release();
  await expect(form).toContainText(en("settings.saved"));
  await page.reload();
  await page.getByRole("heading", { name: en("settings.profile_title"), level: 3 }).click();
  await expect(name).toHaveValue("Early Yui");
  await expect(introduction).toHaveValue("Hello there.");
});

test("SET-16 a word that is typed before hydration is kept and can be added", async ({ page }) => {
  await registerAccount(page.request);
  const release = await delayRequests(page, scripts);
  await page.goto("/en/stg", { waitUntil: "commit" });
  await page.getByRole("heading", { name: en("filters.own_title"), level: 3 }).click();
  const field = page.getByLabel(en("filters.own_label"));
  await field.fill("cabbage");
  release();
  await waitUntilHydrated(page);
  await expect(field).toHaveValue("cabbage");
  await page.getByRole("button", { name: en("filters.own_add"), exact: true }).click();
  await expect(field).toHaveValue("");
  await expect(page.getByRole("listitem").filter({ hasText: "cabbage" })).toBeVisible();
});

test("ASK-09 ANS-09 a question and an answer that are sent before hydration are sent once, and are in no address", async ({
  page,
  openBrowser,
}) => {
  const account = await registerAccount(page.request);
  const sender = await openBrowser();
  await sendQuestions(sender.request, account, "Tea?");
  const { uuid_hash } = await findReceived(page.request, "Tea?");
  const forms = [
    { reader: sender, address: `/en/${account}`, send: en("questions.send") },
    { reader: page, address: `/en/q/${uuid_hash}`, send: en("answers.send") },
  ];
  for (const { reader, address, send } of forms) {
    const addresses: string[] = [];
    reader.on("request", (request) => addresses.push(request.url()));
    const release = await delayRequests(reader, scripts);
    await reader.goto(address, { waitUntil: "commit" });
    await reader.getByRole("main").getByRole("textbox").fill("Early");
    await reader.getByRole("button", { name: send, exact: true }).click();
    release();
    if (reader === page) await waitForAnswer(page);
    else await expect(reader).toHaveURL(/sent=/);
    expect(addresses.filter((url) => url.includes("Early"))).toEqual([]);
  }
  expect((await listReceived(page.request)).filter(({ body }) => body === "Early")).toHaveLength(1);
});

test("SHELL-25 an inquiry that is written before hydration keeps its topic and its text", async ({
  page,
}) => {
  const release = await delayRequests(page, scripts);
  await page.goto("/en/inquiry", { waitUntil: "commit" });
  const topic = page.getByLabel(en("help.topic"), { exact: true });
  await topic.selectOption("usage");
  await page.getByLabel(en("help.body"), { exact: true }).fill("How do I begin?");
  release();
  await waitUntilHydrated(page);
  await expect(topic).toHaveValue("usage");
  await page.getByRole("button", { name: en("help.send"), exact: true }).click();
  // Only the email address is missing.
  await expect(page.getByText(en("help.required"))).toHaveCount(1);
  await expect(topic).toHaveValue("usage");
  await expect(page.getByLabel(en("help.body"), { exact: true })).toHaveValue("How do I begin?");
});

test.describe("scripts that load after the page", () => {
  /**
   * Opens a page whose event "load" doesn't come before `release` is called. `fetched` lists the scripts
   * that it fetches.
   */
  async function openWithoutLoadEvent(page: Page, path: string) {
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (/\/assets\/.*\.js$/.test(request.url())) fetched.push(request.url());
    });
    await page.addInitScript(() => {
      new Image().src = "/avatars/cat.svg?held";
    });
    const release = await delayRequests(page, "**/avatars/cat.svg?held");
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("contentinfo")).toBeVisible();
    return { fetched, release };
  }

  test("SHELL-21 a visitor's page fetches its scripts after the load event, an account's immediately", async ({
    page,
    openBrowser,
  }) => {
    const account = await registerAccount(page.request);
    const visitor = await openBrowser();
    const { fetched, release } = await openWithoutLoadEvent(visitor, `/en/${account}`);
    expect(fetched).toEqual([]);
    release();
    await waitUntilHydrated(visitor);
    expect(fetched).not.toEqual([]);
    const accountPage = await openWithoutLoadEvent(page, `/en/${account}`);
    await waitUntilHydrated(page);
    expect(accountPage.fetched).not.toEqual([]);
    accountPage.release();
  });

  test("ASK-09 typing a question fetches the scripts, and no typed letter is lost", async ({
    page,
    openBrowser,
  }) => {
    const receiver = await openBrowser();
    const account = await registerAccount(receiver.request);
    const { release } = await openWithoutLoadEvent(page, `/en/${account}`);
    const text = page.getByRole("main").getByRole("textbox");
    await text.pressSequentially("Typed before and while the scripts arrive");
    await expect(text).toHaveValue("Typed before and while the scripts arrive");
    await page.getByRole("button", { name: en("questions.send"), exact: true }).click();
    await expect(page).toHaveURL(/sent=/);
    release();
    const { body } = await findReceived(
      receiver.request,
      "Typed before and while the scripts arrive",
    );
    expect(body).toBe("Typed before and while the scripts arrive");
  });

  test("PROF-13 a like by assistive technology, which presses without a pointer, fetches the scripts and is stored", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    await askAndAnswer(page.request, request, account, { "Like?": "Yes." });
    const { release } = await openWithoutLoadEvent(page, `/en/${account}`);
    const like = page.getByRole("button", { name: en("likes.like") });
    await like.evaluate((button: HTMLButtonElement) => button.click());
    await expect(like).toHaveAttribute("aria-pressed", "true");
    release();
    await expect(like).toBeEnabled();
    await page.reload();
    await expect(like).toHaveAttribute("aria-pressed", "true");
  });
});

test("FEEL-06 a page that is scrolled before hydration stays where it is", async ({ page }) => {
  const release = await delayRequests(page, scripts);
  await page.goto("/en/guide", { waitUntil: "commit" });
  await expect(page.getByRole("banner")).toHaveCSS("position", "sticky");
  // Until all of it has arrived, the page is too low.
  const scroll = () =>
    page.evaluate(() => {
      scrollTo({ top: 400, behavior: "instant" });
      return scrollY;
    });
  await expect.poll(scroll).toBe(400);
  release();
  await waitUntilHydrated(page);
  // After hydration, the router once restores the position that it has stored.
  await page.evaluate(async () => {
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame);
  });
  expect(await page.evaluate(() => scrollY)).toBe(400);
});
