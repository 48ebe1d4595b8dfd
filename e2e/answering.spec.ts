import { answer, ask, enrol, receivedWith } from "./calls.ts";
import { expect, hold, open, reload, test } from "./fixture.ts";
import { text } from "./texts.ts";

for (const locale of ["th", "zh-CN"] as const) {
  test(`ANS-01 ANS-09 API-16 ${locale}: an answer is checked, outlives a reload and is sent once`, async ({
    page,
    request,
  }) => {
    const t = (key: string, values = {}) => text(locale, key, values);
    const account = await enrol(page.request, locale);
    await ask(request, account, "Why?");
    await open(page, `/${locale}/box`);
    await page.getByRole("link", { name: t("inbox.answer"), exact: true }).click();
    const box = page.getByRole("textbox", { name: t("answers.label") });
    const send = page.getByRole("button", { name: t("answers.send") });
    await expect(box).toBeFocused();
    await expect(send).toBeDisabled();
    await box.fill(" \n ");
    await expect(send).toBeDisabled();
    await box.fill("a".repeat(5001));
    await expect(page.getByText("5,000", { exact: false })).toBeVisible();
    await expect(send).toBeDisabled();
    await box.fill("  Because.  ");
    await expect(send).toBeEnabled();

    await reload(page);
    await page.getByRole("link", { name: t("inbox.answer"), exact: true }).click();
    await expect(box).toHaveValue("  Because.  ");

    const release = await hold(page, "**/answers");
    let calls = 0;
    page.on("request", (call) => {
      if (call.url().endsWith("/answers")) calls += 1;
    });
    await send.click();
    const sending = page.getByRole("button", { name: t("answers.sending") });
    await expect(sending).toBeDisabled();
    await sending.dispatchEvent("click");
    release();
    await expect(page.getByText(t("answers.answered"), { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Why?", level: 1 })).toBeVisible();
    await expect(page.getByText("Because.", { exact: true })).toBeVisible();
    expect(calls).toBe(1);
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain("answer");
  });
}

test("ANS-09 each question keeps its own text", async ({ page, request }) => {
  const account = await enrol(page.request);
  await ask(request, account, "One?", "Two?");
  const paths = [];
  for (const body of ["One?", "Two?"]) {
    paths.push(`/en/q/${(await receivedWith(page.request, body)).uuid_hash}`);
  }
  const box = page.getByRole("textbox", { name: text("en", "answers.label") });
  await open(page, paths[0] ?? "");
  await box.fill("Uno");
  await open(page, paths[1] ?? "");
  await expect(box).toHaveValue("");
  await box.fill("Due");
  await open(page, paths[0] ?? "");
  await expect(box).toHaveValue("Uno");
});

test.describe("an answer that does not go through", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("ANS-02 ANS-04 says why, keeps the text, and leads to what was answered elsewhere", async ({
    page,
    request,
  }) => {
    const account = await enrol(page.request);
    await ask(request, account, "Where?");
    const { uuid_hash } = await receivedWith(page.request, "Where?");
    await open(page, `/en/q/${uuid_hash}`);
    const box = page.getByRole("textbox", { name: text("en", "answers.label") });
    const send = page.getByRole("button", { name: text("en", "answers.send") });
    await box.fill("Over there.");

    await page.route("**/answers", (route) => route.abort());
    await send.click();
    await expect(page.getByText(text("en", "answers.failed"))).toBeVisible();
    await expect(box).toHaveValue("Over there.");
    await page.unroute("**/answers");

    await answer(page.request, "Where?", "Here.");
    await send.click();
    await expect(page.getByText("You have already answered this question.")).toBeVisible();
    await expect(box).toHaveValue("Over there.");
    await page.getByRole("link", { name: text("en", "answers.see_page") }).click();
    await expect(page.getByText("Here.", { exact: true })).toBeVisible();
  });
});

test("ANS-10 the page after answering shows the answer, the picture, the ways on and to share", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request, "en", "Mina");
  await ask(request, account, "Why?");
  const uuid_hash = await answer(page.request, "Why?", "Because.");
  await open(page, `/en/q/${uuid_hash}`);
  await expect(page.getByText("Because.", { exact: true })).toBeVisible();
  const board = page.getByRole("region", { name: text("en", "questions.answered_title") });
  await expect(board.getByRole("img")).toHaveAttribute("src", new RegExp(uuid_hash));
  await expect(board.getByRole("button", { name: text("en", "shares.share") })).toBeVisible();
  await board.getByRole("link", { name: text("en", "questions.to_unread") }).click();
  await page.waitForURL("**/en/box");
});
