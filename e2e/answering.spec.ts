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
  await expect(board.getByRole("button", { name: en("shares.share") })).toBeVisible();
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
