import { listReceived, registerAccount, sendRequest } from "./calls.ts";
import {
  chooseAnswerAction,
  expect,
  openPage,
  reloadPage,
  test,
  waitForAnswer,
} from "./fixture.ts";
import { en } from "./texts.ts";

test("ANS-15 an answer to a stamp answers all questions with this stamp, and the form shows their number", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  for (const stamp_id of ["eat", "eat", "sleep", "eat"]) {
    const reply = await sendRequest(request, "POST", "/api/v2/questions", { account, stamp_id });
    expect(reply.status()).toBe(201);
  }
  const eat = (await listReceived(page.request)).filter((item) => item.stamp?.id === "eat");
  await openPage(page, "/en/box");
  const row = page.getByRole("article").filter({ hasText: eat[0]?.body ?? "" });
  await expect(row).toHaveCount(3);
  await expect(row.first().locator("img")).toHaveAttribute("src", "/stamps/eat.svg");
  await row
    .first()
    .getByRole("link", { name: en("inbox.answer"), exact: true })
    .click();
  await expect(page.getByText("all 3 questions with this sticker")).toBeVisible();
  await page.getByRole("textbox", { name: en("answers.label") }).fill("Curry, always.");
  await page.getByRole("button", { name: en("answers.send") }).click();
  await expect(page.getByText("3 questions answered at once", { exact: true })).toBeVisible();
  await page.waitForURL(/\/en\/q\/[\w-]{22}$/);
  await openPage(page, "/en/box");
  await expect(page.getByRole("article")).toHaveCount(1);
  await openPage(page, "/en/box/reply");
  await expect(page.getByText("Curry, always.", { exact: true })).toHaveCount(3);
});

test("ASK-18 ANS-07 ANS-09 the option that an answer chooses is shown on the question's page, on the profile and in the inbox", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const body = "Which is it?";
  const options = ["The sea", "The hills", "Home"];
  await sendRequest(request, "POST", "/api/v2/questions", { account, body, options });
  await openPage(page, "/en/box");
  // Pressing an option picks it and opens the form, which then has the only options.
  await page.getByRole("button", { name: "The sea" }).click();
  await expect(page.getByRole("radio", { name: "The sea" })).toBeChecked();
  await expect(page.getByText("The sea", { exact: true })).toHaveCount(1);
  const send = page.getByRole("button", { name: en("answers.send") });
  await page.getByRole("radio", { name: "Home" }).check();
  await expect(page.getByRole("radio", { name: "The sea" })).not.toBeChecked();
  await reloadPage(page);
  await page.getByRole("link", { name: en("inbox.answer"), exact: true }).click();
  await expect(page.getByRole("radio", { name: "Home" })).toBeChecked();
  await send.click();
  await waitForAnswer(page);
  const chosen = page
    .getByRole("listitem")
    .filter({ has: page.getByLabel(en("common.chosen"), { exact: true }) })
    .last();
  await expect(chosen).toHaveText("Home");

  await chooseAnswerAction(page, "answers.edit");
  const sheet = page.getByRole("dialog", { name: en("answers.edit_title") });
  await sheet.getByRole("radio", { name: "The hills" }).check();
  await sheet.getByRole("button", { name: en("answers.edit_save") }).click();
  await expect(chosen).toHaveText("The hills");
  for (const path of [`/en/${account}`, "/en/box/reply"]) {
    await openPage(page, path);
    await expect(chosen).toHaveText("The hills");
  }
});
