import { askAndAnswer, listReceived, registerAccount } from "./calls.ts";
import { delayRequests, expect, openPage, reloadPage, test } from "./fixture.ts";
import { en, translate } from "./texts.ts";

const questions = "**/api/v2/questions";

test("ASK-01 ASK-02 ASK-05 a text is validated while it is typed, sent once, and arrives trimmed", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await openPage(page, `/en/${account}`);
  const field = page.getByRole("textbox");
  const send = page.getByRole("button", { name: en("questions.send") });
  await send.press("Enter");
  await expect(field).toBeFocused();
  await expect(page.getByText(en("questions.invalid_text_required"))).toBeVisible();
  await field.fill(" \n\u3000");
  await field.fill("あ".repeat(5001));
  await expect(page.getByText("Please keep it to 5,000 characters.")).toBeVisible();
  await field.fill("👨‍👩‍👧‍👦".repeat(5000));
  await field.fill("  Tea or coffee? \n");
  await expect(page.getByText("Please keep it to")).toHaveCount(0);

  const release = await delayRequests(page, questions);
  const sent: unknown[] = [];
  page.on("request", (call) => {
    if (call.method() === "POST" && call.url().endsWith("/questions")) {
      sent.push(call.postDataJSON());
    }
  });
  await send.click();
  const sending = page.getByRole("button", { name: en("questions.sending") });
  await expect(sending).toBeDisabled();
  await sending.dispatchEvent("click");
  release();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ account, type: "text", locale: "en" })]);
  expect((await listReceived(request)).map(({ body }) => body)).toEqual(["Tea or coffee?"]);
});

for (const locale of ["ko", "dt"] as const) {
  test(`API-16 VISIT-09 ${locale}: sending a question is confirmed in the page's language and sets the visitor cookie`, async ({
    page,
    context,
    request,
  }) => {
    const account = await registerAccount(request);
    await openPage(page, `/${locale}/${account}`);
    expect(await context.cookies()).toEqual([]);
    await page.getByRole("textbox").fill("✉");
    await page.getByRole("button", { name: translate(locale, "questions.send") }).click();
    await expect(page.getByText(translate(locale, "outbox.sent_nameless"))).toBeVisible();
    expect(await context.cookies()).toMatchObject([
      { name: "__Host-visitor", httpOnly: true, secure: true, path: "/" },
      { name: "__Host-is-visitor", value: "1", httpOnly: false, secure: true, path: "/" },
    ]);
  });
}

test.describe("a question that fails", () => {
  test.use({ tolerated: /Failed to load resource|without a receiver/ });

  test("ASK-12 ASK-02 a failed question shows the server's error or a general one, and keeps its text", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    await openPage(page, `/en/${account}`);
    const field = page.getByRole("textbox");
    const send = page.getByRole("button", { name: en("questions.send") });
    const alert = page.getByRole("alert").filter({ hasText: /./ });
    await field.fill("Still here?");

    const error = { code: "refused", messages: ["No.", "Not this way."], details: {} };
    await page.route(questions, (route) => route.fulfill({ status: 422, json: { error } }));
    await send.click();
    await expect(alert).toHaveText("No.\nNot this way.");
    expect(await alert.textContent()).toBe("No.\nNot this way.");
    await expect(alert).toHaveCSS("white-space", "pre-line");
    await expect(field).toHaveValue("Still here?");

    await page.route(questions, (route) => route.fulfill({ status: 502, body: "<h1>Bad</h1>" }));
    await send.click();
    await expect(alert).toHaveText(en("common.send_lost"));

    await page.route(questions, (route) => route.abort());
    await expect(send).toBeEnabled();
    await send.click();
    await expect(send).toBeEnabled();
    await expect(alert).toHaveText(en("common.send_lost"));
    await expect(field).toHaveValue("Still here?");
    await reloadPage(page);
    await expect(field).toHaveValue("Still here?");

    await page.unroute(questions);
    await send.click();
    await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
    expect(await listReceived(request)).toHaveLength(1);
  });

  test("ASK-13 a question form without a receiver reports an internal error and sends nothing", async ({
    page,
    request,
  }) => {
    const account = await registerAccount(request);
    await askAndAnswer(page.request, request, account, { "Who is it?": "Me." });
    // Removes the answerer's handle from the list, so that "ask again" opens a form without a receiver.
    await page.route("**/api/v2/send_questions*", async (route) => {
      const reply = await route.fetch();
      const list = await reply.json();
      for (const answer of list.answers) answer.answered_user_toibako_id = "";
      await route.fulfill({ response: reply, json: list });
    });
    await openPage(page, "/en/fxp/terms");
    const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
    await bar.getByRole("link", { name: en("shell.home") }).click();
    await page.getByRole("button", { name: en("outbox.ask_again") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Anybody?");
    let calls = 0;
    page.on("request", (call) => {
      if (call.url().endsWith("/questions")) calls += 1;
    });
    const fault = page.waitForEvent("pageerror");
    await dialog.getByRole("button", { name: en("questions.send") }).click();
    expect((await fault).message).toContain("without a receiver");
    await expect(dialog.getByText(en("questions.unexpected_error"))).toBeVisible();
    await expect(dialog.getByRole("textbox")).toHaveValue("Anybody?");
    expect(calls).toBe(0);
  });
});

test("ASK-15 VISIT-03 the question dialog asks for confirmation before it discards a text", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  await askAndAnswer(page.request, request, account, { "Cat or dog?": "Owl." });
  await openPage(page, "/en/not_login_user");
  const again = page.getByRole("button", { name: en("outbox.ask_again") });
  await again.click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: en("questions.ask_title", { name: "Mina" }) });
  await field.fill("And by night?");

  await page.keyboard.press("Escape");
  const warning = page.getByRole("alertdialog", { name: en("questions.discard_title") });
  await expect(warning).toContainText(en("questions.discard_text"));
  await warning.getByRole("button", { name: en("questions.keep_writing") }).click();
  await expect(warning).toBeHidden();
  await expect(field).toHaveValue("And by night?");

  // Going back closes the topmost dialog. A blocked step back resolves no navigation, so `goBack` would wait for one.
  const goBack = () => page.evaluate(() => history.back());
  await goBack();
  await expect(warning).toBeVisible();
  await goBack();
  await expect(warning).toBeHidden();
  await expect(field).toHaveValue("And by night?");

  await dialog.getByRole("button", { name: en("questions.close"), exact: true }).click();
  await warning.getByRole("button", { name: en("questions.discard"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await again.click();
  await expect(field).toHaveValue("");

  // An empty form closes without a warning, and the question goes to the answerer.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await again.click();
  await field.fill("Which owl?");
  await dialog.getByRole("button", { name: en("questions.send") }).click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await listReceived(request)).map(({ body }) => body)).toEqual(["Which owl?"]);
});
