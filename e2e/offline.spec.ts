import type { Page } from "@playwright/test";
import {
  answerQuestion,
  askAndAnswer,
  findReceived,
  registerAccount,
  sendQuestions,
} from "./calls.ts";
import { expect, openPage, reloadPage, test, waitUntilHydrated } from "./fixture.ts";
import { en } from "./texts.ts";

// The browser logs loads that fail offline as errors.
test.use({ serviceWorkers: "allow", tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });

/** Waits until the service worker has kept these pages. */
async function waitUntilKept(page: Page, ...addresses: string[]): Promise<void> {
  const listKept = () =>
    page.evaluate(async (addresses) => {
      const kept = await Promise.all(addresses.map((address) => caches.match(address)));
      return kept.every((response) => response !== undefined);
    }, addresses);
  await expect.poll(listKept).toBe(true);
}

test("SET-21 offline, a read page stays readable, and another address shows the offline page in the reader's language", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const [uuid = ""] = await askAndAnswer(request, page.request, account, { "Tea?": "Always." });
  await openPage(page, `/en/q/${uuid}`);
  await waitUntilKept(page, `/en/q/${uuid}`, "/en/offline");

  await page.context().setOffline(true);
  await openPage(page, "/en/me/home");
  await expect(page.getByRole("heading", { name: en("offline.title") })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/me\/home$/);
  await page.getByRole("link", { name: /Tea\?/ }).click();
  await page.waitForURL(`**/en/q/${uuid}`);
  await waitUntilHydrated(page);
  await expect(page.getByText("Always.", { exact: true })).toBeVisible();
  // The kept page is the visitors' version, although an account is signed in.
  await expect(page.getByRole("link", { name: en("shell.log_in") }).first()).toBeVisible();

  await page.goto("/en/box");
  await waitUntilHydrated(page);
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: en("offline.title") })).toBeHidden();
  await expect(page).toHaveURL(/\/en\/box$/);
});

test("SET-21 signing out deletes the kept pages", async ({ page }) => {
  await registerAccount(page.request);
  await openPage(page, "/en/fxp/terms");
  await waitUntilKept(page, "/en/fxp/terms");
  const status = await page.evaluate(async () => {
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
    const headers = { "X-CSRF-Token": token };
    return (await fetch("/acc/session", { method: "DELETE", headers })).status;
  });
  expect(status).toBe(204);
  await expect.poll(() => page.evaluate(() => caches.has("pages"))).toBe(false);
});

test.describe("an answer that is written offline", () => {
  /** Opens the answer form of a received question once the service worker controls the page. */
  async function openForm(page: Page, body: string): Promise<string> {
    const { uuid_hash } = await findReceived(page.request, body);
    await openPage(page, `/en/q/${uuid_hash}`);
    await waitUntilKept(page, "/en/offline");
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    await reloadPage(page);
    // The code that keeps an answer is loaded when the form is rendered.
    await expect(page.locator("form[data-keeps-answers]")).toBeVisible();
    return uuid_hash;
  }

  async function answerOffline(page: Page, text: string): Promise<void> {
    await page.context().setOffline(true);
    await page.getByRole("textbox", { name: en("answers.label") }).fill(text);
    await page.getByRole("button", { name: en("answers.send") }).click();
    await expect(page.getByText(en("answers.waiting"))).toBeVisible();
  }

  test("SET-21 is kept, can be taken back, and is sent when the device is online again", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "Tea?");
    const uuid = await openForm(page, "Tea?");
    await answerOffline(page, "Always.");
    await page.getByRole("button", { name: en("answers.waiting_edit") }).click();
    await expect(page.getByRole("textbox", { name: en("answers.label") })).toHaveValue("Always.");
    await answerOffline(page, "Always, with milk.");
    await page.context().setOffline(false);
    await expect(page.getByText(en("answers.waiting_sent"))).toBeVisible();
    await openPage(page, `/en/q/${uuid}`);
    await expect(page.getByText("Always, with milk.", { exact: true })).toBeVisible();
  });

  test("SET-21 is kept and shown with the refusal if the question was answered elsewhere meanwhile", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "Coffee?");
    await openForm(page, "Coffee?");
    await answerOffline(page, "Written on the train.");
    await answerQuestion(page.request, "Coffee?", "Written at home.");
    await page.context().setOffline(false);
    await openPage(page, "/en/box");
    await expect(page.getByText(en("answers.waiting_refused"))).toBeVisible();
    await expect(page.getByText("Written on the train.")).toBeVisible();
  });
});

test("SET-20 a push is shown without a text and opens the inbox of its account", async ({
  page,
}) => {
  const account = await registerAccount(page.request);
  await page.context().grantPermissions(["notifications"]);
  await openPage(page, "/en/me/home");
  await waitUntilKept(page, "/en/offline");
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify({
      account,
      kind: "question",
      title: `@${account}’s box`,
      body: "You have a new question",
      path: `/en/me/push?account=${account}&kind=question`,
    }),
  });
  const listShown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, tag }) => `${title} ${tag}`);
    });
  await expect.poll(listShown).toEqual([`@${account}’s box ${account} question`]);

  await page.goto(`/en/me/push?account=${account}&kind=question`);
  await expect(page).toHaveURL(/\/en\/box$/);
  await openPage(page, "/en/me/push?account=somebody_else&kind=question");
  await expect(page.getByText("@somebody_else")).toBeVisible();
});
