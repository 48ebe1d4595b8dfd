import type { Locator, Page } from "@playwright/test";
import { registerAccount } from "./calls.ts";
import { expect, openPage, test, waitForAnswer, waitUntilHydrated } from "./fixture.ts";
import { en } from "./texts.ts";

/** Presses Tab until the target has the focus, and checks that the focus is visible. */
async function pressTabUntil(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      const { outline, shadow } = await target.evaluate((element) => {
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        return { outline: outlineStyle, shadow: boxShadow };
      });
      expect(outline === "none" && shadow === "none" && !(await isTextField(target))).toBe(false);
      return;
    }
  }
  throw new Error(`${String(target)} was not reached by Tab`);
}

/** Whether an element is a text field, which shows its focus by a caret. */
function isTextField(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.matches("textarea, input"));
}

test("ASK-09 ANS-02 BOX-07 a question can be asked and answered with the keyboard only", async ({
  page,
  openBrowser,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  const visitor = await openBrowser();
  await openPage(visitor, `/en/${account}`);
  const skip = visitor.getByRole("link", { name: en("shell.skip") });
  await pressTabUntil(visitor, skip);
  await visitor.keyboard.press("Enter");
  await pressTabUntil(visitor, visitor.getByRole("textbox"));
  await visitor.keyboard.type("Keys only?");
  await pressTabUntil(visitor, visitor.getByRole("button", { name: en("questions.send") }));
  await visitor.keyboard.press("Enter");
  await expect(
    visitor.getByRole("heading", { name: en("outbox.sent_title", { name: "Mina" }) }),
  ).toBeFocused();

  await openPage(page, "/en/me/home");
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await pressTabUntil(page, bar.getByRole("link", { name: en("shell.inbox") }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: en("inbox.title"), level: 1 })).toBeVisible();
  await waitUntilHydrated(page);
  await pressTabUntil(page, page.getByRole("link", { name: en("inbox.answer"), exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: en("answers.label") })).toBeFocused();
  await page.keyboard.type("Yes, keys only.");
  await pressTabUntil(page, page.getByRole("button", { name: en("answers.send") }));
  await page.keyboard.press("Enter");
  await waitForAnswer(page);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("heading", { name: "Keys only?", level: 1 })).toBeVisible();
  await expect(page.getByText("Yes, keys only.", { exact: true })).toBeVisible();
});

test("SHELL-21 the menu traps the focus, and closing the menu or the invitation returns the focus to its button", async ({
  page,
}) => {
  await openPage(page, "/en/fxp/terms");
  const opener = page.getByRole("button", { name: en("shell.menu") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: en("shell.menu"), exact: true });
  await expect(menu).toBeVisible();
  for (let presses = 0; presses < 15; presses += 1) await page.keyboard.press("Tab");
  await expect(menu.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  const inbox = bar.getByRole("button", { name: en("shell.inbox") });
  await inbox.focus();
  await page.keyboard.press("Enter");
  const invite = page.getByRole("dialog", { name: en("accounts.invite_title") });
  await expect(invite.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(invite).toBeHidden();
  await expect(inbox).toBeFocused();
});
