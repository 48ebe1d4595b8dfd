import type { APIRequestContext, Page } from "@playwright/test";
import { answerQuestion, findReceived, registerAccount, sendQuestions } from "./calls.ts";
import { delayRequests, expect, openPage, reloadPage, test, waitForAnswer } from "./fixture.ts";
import { en, translate } from "./texts.ts";

for (const locale of ["th", "zh-CN"] as const) {
  test(`ANS-01 ANS-09 API-16 ${locale}: an answer is validated, survives a reload and is sent once`, async ({
    page,
    request,
  }) => {
    const t = (key: string, values = {}) => translate(locale, key, values);
    const account = await registerAccount(page.request, locale);
    await sendQuestions(request, account, "Why?");
    await openPage(page, `/${locale}/box`);
    await page.getByRole("link", { name: t("inbox.answer"), exact: true }).click();
    const field = page.getByRole("textbox", { name: t("answers.label") });
    const send = page.getByRole("button", { name: t("answers.send") });
    await expect(field).toBeFocused();
    await field.fill(" \n ");
    await send.click();
    await expect(page.getByText(t("answers.invalid_text_required"))).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill("a".repeat(5001));
    await expect(page.getByText("5,000", { exact: false })).toBeVisible();
    await field.fill("  Because.  ");

    await reloadPage(page);
    await page.getByRole("link", { name: t("inbox.answer"), exact: true }).click();
    await expect(field).toHaveValue("  Because.  ");

    const release = await delayRequests(page, "**/answers");
    let calls = 0;
    page.on("request", (call) => {
      if (call.url().endsWith("/answers")) calls += 1;
    });
    await send.click();
    const sending = page.getByRole("button", { name: t("answers.sending") });
    await expect(sending).toBeDisabled();
    await sending.dispatchEvent("click");
    release();
    await waitForAnswer(page, locale);
    await expect(page.getByRole("heading", { name: "Why?", level: 1 })).toBeVisible();
    await expect(page.getByText("Because.", { exact: true })).toBeVisible();
    expect(calls).toBe(1);
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain("answer");
  });
}

test("ANS-09 each question keeps its own draft", async ({ page, request }) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "One?", "Two?");
  const paths = [];
  for (const body of ["One?", "Two?"]) {
    paths.push(`/en/q/${(await findReceived(page.request, body)).uuid_hash}`);
  }
  const field = page.getByRole("textbox", { name: en("answers.label") });
  await openPage(page, paths[0] ?? "");
  await field.fill("Uno");
  await openPage(page, paths[1] ?? "");
  await expect(field).toHaveValue("");
  await field.fill("Due");
  await openPage(page, paths[0] ?? "");
  await expect(field).toHaveValue("Uno");
});

test.describe("an answer that fails", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("ANS-02 ANS-04 a failed answer shows the error and keeps its text, and a second answer links to the first", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(page.request);
    await sendQuestions(request, account, "Where?");
    const { uuid_hash } = await findReceived(page.request, "Where?");
    await openPage(page, `/en/q/${uuid_hash}`);
    const field = page.getByRole("textbox", { name: en("answers.label") });
    const send = page.getByRole("button", { name: en("answers.send") });
    await field.fill("Over there.");

    await page.route("**/answers", (route) => route.abort());
    await send.click();
    await expect(page.getByText(en("common.send_lost"))).toBeVisible();
    await expect(field).toHaveValue("Over there.");
    await page.unroute("**/answers");

    await answerQuestion(page.request, "Where?", "Here.");
    await send.click();
    await expect(page.getByText("You have already answered this question.")).toBeVisible();
    await expect(field).toHaveValue("Over there.");
    await page.getByRole("link", { name: en("answers.see_page") }).click();
    await expect(page.getByText("Here.", { exact: true })).toBeVisible();
  });
});

test("ANS-10 the page after answering shows the answer, its card, the link to the inbox and the share button", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  await sendQuestions(request, account, "Why?");
  const uuid = await answerQuestion(page.request, "Why?", "Because.");
  await openPage(page, `/en/q/${uuid}`);
  await expect(page.getByText("Because.", { exact: true })).toBeVisible();
  const board = page.getByRole("region", { name: en("questions.answered_title") });
  await expect(board.getByRole("img")).toHaveAttribute("src", new RegExp(uuid));
  await expect(board.getByRole("link", { name: en("shares.share") })).toBeVisible();
  await board.getByRole("link", { name: en("questions.to_unread") }).click();
  await page.waitForURL("**/en/box");
});

test("ANS-02 FEEL-03 an answer from the home stays in the form until its page shows it, and nothing slides over the page", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "First?", "Second?");
  await openPage(page, "/en/me/home");
  await page.getByRole("button", { name: en("inbox.answer"), exact: true }).click();
  const field = page.getByRole("textbox", { name: en("answers.label") });
  const preloaded = page.waitForResponse("**/api/v1/questions/*");
  await field.fill("Because.");
  await preloaded;
  // Questions of one hour have no order; the first one that isn't inert lies on top.
  const shown = (await page.locator("[data-depth='0']").textContent()) ?? "";
  const other = shown.includes("First?") ? "Second?" : "First?";
  // Records every state of the page, also those that are visible for a moment only.
  await page.evaluate((other) => {
    const states = new Set<string>();
    Object.assign(window, { states });
    const record = () => {
      const field = document.querySelector("textarea");
      const isAnswerShown = [...document.querySelectorAll("article p")].some(
        ({ textContent }) => textContent === "Because.",
      );
      if (isAnswerShown) states.add("answer");
      else states.add(field ? `field: ${field.value}` : "nothing");
      if (document.querySelector("[role=dialog]")) states.add("dialog");
      const top = document.querySelector("[data-depth='0']");
      if (!isAnswerShown && top?.textContent?.includes(other)) states.add("another question");
    };
    record();
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true });
  }, other);
  await page.getByRole("button", { name: en("answers.send") }).click();
  await waitForAnswer(page);
  const states = await page.evaluate(() => [...(window as unknown as { states: string[] }).states]);
  expect(states).toEqual(["field: Because.", "answer"]);
});

/** Opens the form of a received question, with a text in it. */
async function writeAnswer(page: Page, sender: APIRequestContext, question: string, text: string) {
  const account = await registerAccount(page.request);
  await sendQuestions(sender, account, question);
  const { uuid_hash } = await findReceived(page.request, question);
  await openPage(page, `/en/q/${uuid_hash}`);
  await page.getByRole("textbox", { name: en("answers.label") }).fill(text);
  return page.getByRole("button", { name: en("answers.send") });
}

/** The name of the motion that is being played. */
const readMotion = (page: Page) => page.evaluate(() => document.documentElement.dataset.motion);

/** Holds all animations, so that a test sees the beginning of a motion. */
async function holdAnimations(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  await session.send("Animation.setPlaybackRate", { playbackRate: 0 });
}

test("ANS-10 an answer stays where it was written until it stands in its place; Esc and a tap end the motion", async ({
  page,
  request,
}) => {
  const send = await writeAnswer(page, request, "Why not?", "Because.");
  const field = page.getByRole("textbox", { name: en("answers.label") });
  const { before } = await field.evaluate((element) => {
    const { paddingTop, borderTopWidth } = getComputedStyle(element);
    const inset = Number.parseFloat(paddingTop) + Number.parseFloat(borderTopWidth);
    return { before: element.getBoundingClientRect().top + inset };
  });
  await holdAnimations(page);
  await send.click();
  const words = page.getByText("Because.", { exact: true });
  await expect(words).toBeVisible();
  await expect.poll(() => readMotion(page)).toBe("answered");
  await expect(page.getByRole("heading", { name: "Why not?", level: 1 })).toHaveCount(1);
  const readTop = () => words.evaluate((element) => element.getBoundingClientRect().top);
  expect(Math.abs((await readTop()) - before)).toBeLessThan(2);
  await page.keyboard.press("Escape");
  expect(await readMotion(page)).toBeUndefined();
  await expect(page.locator("[data-former-form]")).toHaveCount(0);
  expect(Math.abs((await readTop()) - before)).toBeGreaterThan(20);
  await expect(page.getByRole("region", { name: en("shares.answer_prompt_title") })).toBeVisible();
});

test("ANS-10 a press during the motion ends it and does what it says, and nothing shifts", async ({
  page,
  request,
}) => {
  const send = await writeAnswer(page, request, "Why not?", "Because.");
  await holdAnimations(page);
  await send.click();
  await expect.poll(() => readMotion(page)).toBe("answered");
  await page
    .getByRole("link", { name: en("shell.inbox") })
    .first()
    .click();
  expect(await readMotion(page)).toBeUndefined();
  await page.waitForURL("**/en/box");
});

test.describe("with reduced motion", () => {
  test.use({ reducedMotion: "reduce" });

  test("ANS-10 an answer stands in its place at once", async ({ page, request }) => {
    const send = await writeAnswer(page, request, "Why not?", "Because.");
    await page.evaluate(() => {
      const motions: unknown[] = [];
      Object.assign(window, { motions });
      new MutationObserver(() => motions.push(document.documentElement.dataset.motion)).observe(
        document.documentElement,
        { attributeFilter: ["data-motion"] },
      );
    });
    await send.click();
    await waitForAnswer(page);
    expect(await page.evaluate(() => (window as unknown as { motions: [] }).motions)).toEqual([]);
    await expect(page.locator("[data-former-form]")).toHaveCount(0);
  });
});

test("ANS-10 the seal of a long question leaves the screen rather than the answer", async ({
  page,
  request,
}) => {
  const send = await writeAnswer(
    page,
    request,
    "Why? ".repeat(800).trim(),
    "Because. ".repeat(500),
  );
  await send.click();
  await waitForAnswer(page);
  await expect(page.locator("[data-part=words]")).toBeInViewport();
});
