import { listReceived, registerAccount } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";
import { expectNoViolations } from "./violations.ts";

test("ASK-01 ASK-07 ASK-10 a stamp can be chosen with the keyboard, and its question is in the receiver's language", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "ko");
  await openPage(page, `/en/${account}`);
  await page.getByRole("radio", { name: en("questions.type_text") }).focus();
  await page.keyboard.press("ArrowRight");
  const send = page.getByRole("button", { name: en("questions.send") });
  const first = page.getByRole("radio", { name: "Every day" });
  await expect(first).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("radio", { name: "What did you eat today?" })).toBeChecked();
  await expect(page.getByText("What did you eat today?")).toBeVisible();
  await expectNoViolations(page, "form");
  await send.click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  expect(await listReceived(request)).toMatchObject([
    { type: "stamp", stamp: { id: "eat" }, body: "오늘 뭐 먹었어요?" },
  ]);
});

test("ASK-17 a sender adds and removes choices, which are sent with the question", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").fill("Tea or coffee?");
  await page.getByRole("radio", { name: en("questions.type_choose") }).check();
  const findChoice = (number: string) =>
    page.getByRole("textbox", { name: en("questions.option", { number }) });
  const send = page.getByRole("button", { name: en("questions.send") });
  await findChoice("1").fill("Tea");
  await findChoice("2").fill("c".repeat(41));
  await expect(page.getByText("Please keep a choice to 40 characters.")).toBeVisible();
  await findChoice("2").fill("Coffee");
  for (const number of ["3", "4"]) {
    await page.getByRole("button", { name: en("questions.add_option") }).click();
    await expect(findChoice(number)).toBeFocused();
    await page.keyboard.type(`Number ${number}`);
  }
  await expect(page.getByRole("button", { name: en("questions.add_option") })).toHaveCount(0);
  await page.getByRole("button", { name: en("questions.remove_option", { number: "3" }) }).click();
  await expectNoViolations(page, "form");
  await send.click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  expect(await listReceived(request)).toMatchObject([
    { type: "choose", body: "Tea or coffee?", options: ["Tea", "Coffee", "Number 4"] },
  ]);
});

test("ASK-14 the form advises against emoji and links to the terms, and accepts an emoji", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en");
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").fill("🍰?");
  await expect(page.getByText(en("questions.emoji_notice"))).toBeVisible();
  const form = page.locator("form").filter({ has: page.getByRole("textbox") });
  await expect(form.locator('a[href="/en/fxp/terms"]')).toBeVisible();
  await page.getByRole("button", { name: en("questions.send") }).click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  expect(await listReceived(request)).toMatchObject([{ body: "🍰?" }]);
  await openPage(page, `/en/${account}`);
  await page.getByRole("textbox").fill("And now?");
  await expect(page.getByText(en("questions.emoji_notice"))).toBeVisible();
});
