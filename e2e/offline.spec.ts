import { createECDH, hash } from "node:crypto";
import type { Page, Worker } from "@playwright/test";
import { wholeBrowser } from "./browsers.ts";
import {
  answerQuestion,
  askAndAnswer,
  findReceived,
  registerAccount,
  sendQuestions,
  sendSuccessfully,
} from "./calls.ts";
import { expect, openPage, reloadPage, test, waitUntilHydrated } from "./fixture.ts";
import { password } from "./people.ts";
import { en } from "./texts.ts";

// The browser logs loads that fail offline as errors.
test.use({
  launchOptions: wholeBrowser,
  serviceWorkers: "allow",
  tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
});

/** Waits until the service worker has kept these pages. */
async function waitUntilKept(page: Page, ...addresses: string[]): Promise<void> {
  const areAllKept = () =>
    page.evaluate(async (addresses) => {
      const copies = await Promise.all(addresses.map((address) => caches.match(address)));
      return copies.every((copy) => copy !== undefined);
    }, addresses);
  await expect.poll(areAllKept).toBe(true);
}

/** Waits until the service worker handles the requests of the page. */
async function waitUntilControlled(page: Page): Promise<void> {
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await expect.poll(isControlled).toBe(true);
}

test("SET-21 without a connection, a page that was read before can be read, and others show the offline page in the reader's language", async ({
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
  // The bars are the account's, and no destination is lit.
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await expect(bar.getByRole("link", { name: en("shell.own_page") })).toBeVisible();
  await expect(bar.locator('[aria-current]:not([aria-current="false"])')).toHaveCount(0);
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
  await waitUntilControlled(page);
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
    await waitUntilControlled(page);
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

  test("SET-21 an answer that is written offline is kept, can be edited, and is sent when the device is online again", async ({
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

  test("SET-21 a waiting answer that the server refuses, because the question has another answer, is shown with the refusal", async ({
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

  test("SET-15 SET-21 AUTH-19 destroying an account deletes its waiting answers, its drafts and its entry on the login page", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "Tea?", "Cake?");
    await openForm(page, "Tea?");
    await answerOffline(page, "Nobody may read this.");
    // The server will refuse the waiting answer, so the answer stays in the browser.
    await answerQuestion(page.request, "Tea?", "Written at home.");
    await page.context().setOffline(false);
    await openForm(page, "Cake?");
    await page.getByRole("textbox", { name: en("answers.label") }).fill("A draft of a cake.");
    const readStored = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open("waiting-answers");
        await new Promise((resolve) => opening.addEventListener("success", resolve));
        const reading = opening.result.transaction("answers").objectStore("answers").getAll();
        await new Promise((resolve) => reading.addEventListener("success", resolve));
        opening.result.close();
        const stores = [localStorage, sessionStorage].map((store) =>
          Object.keys(store).map((key) => store.getItem(key)),
        );
        return JSON.stringify([reading.result, stores]);
      });
    const texts = ["Nobody may read this.", "A draft of a cake.", account];
    const before = await readStored();
    for (const text of texts) expect(before).toContain(text);

    await openPage(page, "/en/stg/destroy");
    await page.getByLabel(en("leaving.type_handle", { account })).fill(account);
    await page.getByLabel(en("accounts.password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: en("leaving.destroy_button") }).click();
    await page.waitForURL(({ pathname }) => pathname.replace(/\/$/, "") === "/en");
    const after = await readStored();
    for (const text of texts) expect(after).not.toContain(text);
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
  await expect(page.getByRole("link", { name: "@somebody_else" })).toBeVisible();
  await page.goto("/en/me/push?account=a+text+that+is+no+handle&kind=question");
  await expect(page).toHaveURL(/\/en\/box$/);
});

test.describe("a push subscription", () => {
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  const auth = "A".repeat(22);
  const createEndpoint = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`;

  /**
   * Replaces the push service of this browser's service worker, because no real one can be reached. The
   * browser then has a subscription at the endpoint `current` for the key of this site, and gets one at
   * `next` when it subscribes.
   */
  async function simulatePushService(
    page: Page,
    { current, next }: { current: string | null; next: string },
  ): Promise<Worker> {
    const { public_key } = await (await page.request.get("/api/v2/me/push")).json();
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error("there is no service worker");
    await worker.evaluate(
      ({ current, next, keys, public_key }) => {
        const key = Uint8Array.from(
          atob(public_key.replaceAll("-", "+").replaceAll("_", "/")),
          (character) => character.charCodeAt(0),
        ).buffer;
        const create = (endpoint: string) => ({
          endpoint,
          options: { applicationServerKey: key },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            subscription = null;
            return true;
          },
        });
        let subscription = current === null ? null : create(current);
        Object.assign(PushManager.prototype, {
          getSubscription: async () => subscription,
          subscribe: async () => {
            subscription = create(next);
            return subscription;
          },
        });
      },
      { current, next, keys: { p256dh, auth }, public_key },
    );
    return worker;
  }

  /** Stores the device of an endpoint, which gets push messages about questions to the account of the page. */
  const storeDevice = (page: Page, endpoint: string) =>
    sendSuccessfully(page.request, "PUT", "/api/v2/me/push/devices", {
      endpoint,
      p256dh,
      auth,
      kinds: ["question"],
      quiet_hours: null,
    });

  async function expectEndpoint(page: Page, endpoint: string): Promise<void> {
    const readDevices = async () =>
      (await (await page.request.get("/api/v2/me/push")).json()).devices;
    const fingerprint = hash("sha256", endpoint, "base64url");
    await expect.poll(readDevices).toMatchObject([{ fingerprint, kinds: ["question"] }]);
  }

  test("SET-20 the service worker renews a subscription that the browser ends, and a page renews a lost one", async ({
    page,
  }) => {
    await registerAccount(page.request);
    await openPage(page, "/en/me/home");
    await waitUntilKept(page, "/en/offline");
    const [first, second, third] = ["first", "second", "third"].map(createEndpoint);
    await storeDevice(page, first!);

    const worker = await simulatePushService(page, { current: null, next: second! });
    await worker.evaluate(() => {
      const event = new Event("pushsubscriptionchange");
      dispatchEvent(Object.assign(event, { newSubscription: null, waitUntil: () => {} }));
    });
    await expectEndpoint(page, second!);

    // Without the permission, pages don't check the subscription.
    await page.context().grantPermissions(["notifications"]);
    await simulatePushService(page, { current: null, next: third! });
    await reloadPage(page);
    await expectEndpoint(page, third!);
  });
});
