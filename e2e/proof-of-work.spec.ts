import type {
  APIRequestContext,
  BrowserContext,
  Page,
  PlaywrightWorkerArgs,
} from "@playwright/test";
import { submitSignIn } from "./account-forms.ts";
import { askAndAnswer, listReceived, registerAccount, sendRequest } from "./calls.ts";
import { delayRequests, expect, openPage, test } from "./fixture.ts";
import { getSiteAddress, openSecondSite } from "./second-site.ts";
import { translate } from "./texts.ts";

// The main site has no limits, because many journeys run on it. These tests start another site, which
// has limits.
const limitedSite = getSiteAddress(import.meta.filename);
const challenges = "**/api/v2/challenges?*";
const ja = (key: string) => translate("ja", key);

test.describe.configure({ mode: "serial" });
// Chromium logs an error for every refused call.
test.use({ baseURL: limitedSite, tolerated: /Failed to load resource/ });

let stop: (() => Promise<void>) | undefined;
let owner: APIRequestContext;
let account: string;
/** Receives the questions that exhaust the limits, so that the inbox of `account` has only one page. */
let otherAccount: string;

test.beforeAll(async ({ playwright }) => {
  stop = await openSecondSite(limitedSite, { LIMIT_FACTOR: "1", TRUST_PROXY: "127.0.0.1" });
  owner = await playwright.request.newContext({ baseURL: limitedSite });
  account = await registerAccount(owner, "ja");
  const sender = await playwright.request.newContext({ baseURL: limitedSite });
  const other = await playwright.request.newContext({ baseURL: limitedSite });
  otherAccount = await registerAccount(other, "ja");
  await other.dispose();
  await askAndAnswer(sender, owner, account, { はじめての質問: "はい。" });
  await sender.dispose();
});

test.afterAll(async () => {
  await stop?.();
});

let networks = 0;

/** Gives a browser a new network by the header `x-forwarded-for`; returns the header. */
async function useNewNetwork(context: BrowserContext): Promise<Record<string, string>> {
  networks += 1;
  const headers = { "x-forwarded-for": `203.0.113.${networks}` };
  await context.setExtraHTTPHeaders(headers);
  return headers;
}

/** Sends questions from other new visitors of the network, until a question needs a proof. */
async function exhaustLimitOfNetwork(
  playwright: PlaywrightWorkerArgs["playwright"],
  extraHTTPHeaders: Record<string, string>,
): Promise<void> {
  for (let isProofNeeded = false; !isProofNeeded; ) {
    const request = await playwright.request.newContext({ baseURL: limitedSite, extraHTTPHeaders });
    const body = { account: otherAccount, body: "やあ" };
    const reply = await sendRequest(request, "POST", "/api/v2/questions", body);
    expect([201, 429]).toContain(reply.status());
    isProofNeeded = reply.status() === 429;
    await request.dispose();
  }
}

/** Opens the owner's page as a new visitor who needs a proof of work. */
async function openBeyondLimit(
  page: Page,
  playwright: PlaywrightWorkerArgs["playwright"],
): Promise<void> {
  const network = await useNewNetwork(page.context());
  await openPage(page, `/ja/${account}`);
  await exhaustLimitOfNetwork(playwright, network);
}

async function findReceivedQuestions(body: string) {
  const all = await listReceived(owner);
  return all.filter((question) => question.body === body);
}

test("SAFE-08 when a new visitor needs a proof to ask, the button says that something is checked, and the question is sent once", async ({
  page,
  context,
  playwright,
}) => {
  await openBeyondLimit(page, playwright);
  const release = await delayRequests(page, challenges);
  const keys: (string | undefined)[] = [];
  page.on("request", (call) => {
    if (call.method() === "POST") keys.push(call.headers()["idempotency-key"]);
  });
  const field = page.getByRole("textbox");
  await field.fill("好きな季節は？");
  await page.getByRole("button", { name: ja("questions.send") }).click();
  const checking = page.getByRole("button", { name: ja("common.checking") });
  await expect(checking).toBeDisabled();
  await expect(field).toHaveValue("好きな季節は？");
  expect(await context.cookies()).toEqual([]);
  release();
  await expect(page.getByText(ja("outbox.sent_nameless"))).toBeVisible();
  expect(await findReceivedQuestions("好きな季節は？")).toHaveLength(1);
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  expect(await context.cookies()).toMatchObject([
    { name: "__Host-visitor" },
    { name: "__Host-is-visitor" },
  ]);
});

test("SAFE-08 a new visitor who needs a proof to like an answer likes it", async ({
  page,
  playwright,
}) => {
  await openBeyondLimit(page, playwright);
  const solved = page.waitForRequest((call) => call.headers()["x-proof"] !== undefined);
  const like = page.getByRole("button", { name: ja("likes.like") }).first();
  await like.click();
  await solved;
  await expect(like).toBeEnabled({ timeout: 30_000 });
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(page.getByRole("button", { name: ja("likes.like") }).first()).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("SAFE-08 when no challenge can be fetched, the form shows an error and keeps the text", async ({
  page,
  playwright,
}) => {
  await openBeyondLimit(page, playwright);
  await page.route(challenges, (route) => route.abort());
  const field = page.getByRole("textbox");
  await field.fill("消えない文章？");
  const send = page.getByRole("button", { name: ja("questions.send") });
  await send.click();
  await expect(page.getByText("ブラウザが短い確認を終えられませんでした")).toBeVisible();
  await expect(field).toHaveValue("消えない文章？");
  await page.unroute(challenges);
  await send.click();
  await expect(page.getByText(ja("outbox.sent_nameless"))).toBeVisible();
  expect(await findReceivedQuestions("消えない文章？")).toHaveLength(1);
});

test("SAFE-13 after others have guessed the password too often, the owner can still sign in on a new browser, which solves a proof of work", async ({
  page,
  playwright,
}) => {
  const guesser = await playwright.request.newContext({ baseURL: limitedSite });
  const guess = { account, password: "a wrong guess" };
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt++) {
    statuses.push((await sendRequest(guesser, "POST", "/acc/login", guess)).status());
  }
  await guesser.dispose();
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  await openPage(page, "/ja/acc/login");
  await submitSignIn(page, "ja", account);
  await page.waitForURL("**/ja/me/home");
});
