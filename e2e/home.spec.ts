import { registerAccount, sendQuestions, sendSuccessfully } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

test.use({ viewport: { width: 390, height: 664 } });

test("FEEL-08 the pile has one height, and its button is above the navigation", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Short?", "A long one. ".repeat(40), "Another?");
  await openPage(page, "/en/me/home");
  const pile = page.locator("ul:has(> [data-depth])");
  const top = page.locator("[data-depth='0']");
  const { height = 0 } = (await pile.boundingBox()) ?? {};
  const bar = await page
    .getByRole("navigation", { name: en("shell.main_navigation") })
    .boundingBox();
  const seen = new Set<string>();
  for (let n = 0; n < 3; n++) {
    seen.add((await top.textContent()) ?? "");
    const button = top.getByRole("button", { name: en("inbox.answer"), exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    const box = await button.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    const later = top.getByRole("button", { name: en("inbox.later") });
    await later.click();
    await expect(top.getByRole("button", { name: en("inbox.later") })).toBeFocused();
    expect((await pile.boundingBox())?.height).toBe(height);
  }
  expect(seen.size).toBe(3);
});

test("FEEL-08 ASK-18 a picked choice is what the button answers with, and the form has it", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  const question = { account, body: "Tea or coffee?", options: ["Tea", "Coffee"] };
  await sendSuccessfully(request, "POST", "/api/v2/questions", question);
  await openPage(page, "/en/me/home");
  await expect(page.getByRole("link", { name: "One letter is waiting for you." })).toBeVisible();
  await page.getByRole("button", { name: "Coffee", exact: true }).click();
  await page.getByRole("button", { name: en("inbox.answer_with", { option: "Coffee" }) }).click();
  await expect(page.getByRole("radio", { name: "Coffee" })).toBeChecked();
});

test("FEEL-08 without a question to answer, the box sleeps, and offers to share it and to ask someone", async ({
  page,
}) => {
  await registerAccount(page.request);
  await openPage(page, "/en/me/home");
  await expect(page.getByText(en("inbox.day_quiet"))).toBeVisible();
  await expect(page.getByRole("heading", { name: en("inbox.all_read_title") })).toBeVisible();
  await page.getByRole("link", { name: en("inbox.ask_someone") }).click();
  await page.waitForURL("**/en/me/friends?tab=recommend");
});
