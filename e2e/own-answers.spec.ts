import type { Item } from "@toibako/contract/items.ts";
import { answerQuestion, registerAccount, sendQuestions, sendRequest } from "./calls.ts";
import { chooseAnswerAction, expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

test("ANS-06 PRIV-10 an answer can be edited within 15 minutes, and deleted at any time", async ({
  page,
  request,
  openBrowser,
}) => {
  await page.clock.install();
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Which tea?");
  const uuid = await answerQuestion(page.request, "Which tea?", "Grean");
  // Visitors get cached pages, which an edit and a deletion must invalidate.
  const fetchPage = (path: string) => request.get(path).then((reply) => reply.text());
  for (const path of [`/en/q/${uuid}`, `/en/${account}`]) {
    expect(await fetchPage(path)).toContain("Grean");
  }
  await openPage(page, `/en/q/${uuid}`);

  await chooseAnswerAction(page, "answers.edit");
  const sheet = page.getByRole("dialog", { name: en("answers.edit_title") });
  const field = sheet.getByRole("textbox", { name: en("answers.label") });
  const save = sheet.getByRole("button", { name: en("answers.edit_save") });
  await expect(field).toHaveValue("Grean");
  await expect(save).toBeDisabled();
  await field.fill("Green");
  await sheet.getByRole("button", { name: en("common.close") }).click();
  const discardDialog = page.getByRole("alertdialog", { name: en("answers.discard_title") });
  await discardDialog.getByRole("button", { name: en("answers.keep_writing") }).click();
  await save.click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText("Green", { exact: true })).toBeVisible();
  for (const path of [`/en/q/${uuid}`, `/en/${account}`]) {
    expect(await fetchPage(path)).not.toContain("Grean");
    expect(await fetchPage(path)).toContain("Green");
  }
  const reader = await openBrowser();
  await openPage(reader, `/en/q/${uuid}`);
  await expect(reader.getByText("Green", { exact: true })).toBeVisible();
  await expect(reader.getByRole("button", { name: en("answers.menu") })).toHaveCount(0);

  await page.clock.fastForward("15:10");
  await page.getByRole("button", { name: en("answers.menu") }).click();
  await expect(page.getByRole("menuitem")).toHaveText([en("answers.delete")]);

  await openPage(page, "/en/box/reply");
  const row = page.getByRole("article").filter({ hasText: "Which tea?" });
  await expect(row.getByText("Green", { exact: true })).toBeVisible();
  await chooseAnswerAction(page, "answers.delete", row);
  const dialog = page.getByRole("alertdialog", { name: en("answers.delete_title") });
  await expect(dialog.getByText(en("answers.delete_text"))).toBeVisible();
  await dialog.getByRole("button", { name: en("common.cancel") }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole("link", { name: en("inbox.see_answer") }).click();
  // Waits, because the page before also has a menu with this name.
  await page.waitForURL(`**/en/q/${uuid}`);

  await chooseAnswerAction(page, "answers.delete");
  await dialog.getByRole("button", { name: en("answers.delete_confirm") }).click();
  await expect(page.getByText(en("answers.deleted"), { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: en("answers.send") })).toBeVisible();
  expect((await sendRequest(reader.request, "GET", `/api/v1/questions/${uuid}`)).status()).toBe(
    404,
  );
  expect((await request.get(`/en/q/${uuid}`)).status()).toBe(404);
  expect(await fetchPage(`/en/${account}`)).not.toContain("Green");
  await openPage(page, "/en/box");
  await expect(page.getByRole("article").filter({ hasText: "Which tea?" })).toBeVisible();
});

test.describe("an old answer", () => {
  test.use({ tolerated: /Failed to load resource/ });

  test("ANS-06 editing an answer too late, on a page that still offers it, shows an error and keeps the typed text", async ({
    page,
  }) => {
    // An account of the demo data, which has answers that are older than an hour.
    const account = "yui_cafe";
    const items = await page.request.get(`/api/v2/items/?account=${account}`);
    const anHourAgo = Date.now() - 3_600_000;
    const item = ((await items.json()).items as Item[]).find(
      ({ answered_at }) => Date.parse(answered_at) < anHourAgo,
    );
    if (!item) throw new Error("no old answer");
    await sendRequest(page.request, "POST", "/acc/login?mal=1", {
      account,
      password: "toibako-demo",
    });
    // With this clock, the page offers to edit the answer, like a page that was opened long ago.
    await page.clock.setFixedTime(item.answered_at);
    const search = item.associated_community ? `?answer_id=${item.answer_id}` : "";
    await openPage(page, `/en/q/${item.uuid_hash}${search}`);
    await chooseAnswerAction(page, "answers.edit");
    const sheet = page.getByRole("dialog", { name: en("answers.edit_title") });
    const field = sheet.getByRole("textbox", { name: en("answers.label") });
    await field.fill("Something else");
    await sheet.getByRole("button", { name: en("answers.edit_save") }).click();
    await expect(sheet.getByRole("alert")).toContainText("for 15 minutes only");
    await expect(field).toHaveValue("Something else");
    await expect(page.getByText(item.answer_body.split("\n")[0] ?? "")).toBeVisible();
  });
});
