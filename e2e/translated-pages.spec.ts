import type { Page } from "@playwright/test";
import { submitRegistration, submitSignIn } from "./account-forms.ts";
import { askAndAnswer, completeOnboarding, findReceived, registerAccount } from "./calls.ts";
import { expect, openPage, test, waitForAnswer } from "./fixture.ts";
import { createHandle } from "./people.ts";
import { postMessages, registerWriter, startTalk } from "./talk-calls.ts";
import { en } from "./texts.ts";

// React reports that a page was translated before hydration, and renders it anew.
test.use({ tolerated: /Failed to load resource|React error #418/ });

/**
 * Translates every page as browsers do: puts each text into elements of its own, also those that appear later. The
 * page's nodes aren't in the document any more.
 */
async function translatePages(page: Page, when: "before hydration" | "after it"): Promise<void> {
  await page.addInitScript((moment) => {
    const ending = moment === "after it" ? "" : " (fr)";
    const isTranslated = ({ data, parentElement }: Text) =>
      data.trim() !== "" &&
      !!parentElement &&
      !parentElement.closest("font, script, style, textarea, title, option");
    const translateText = (text: Text) => {
      const font = document.createElement("font");
      font.append(document.createElement("font"));
      font.firstElementChild?.append(text.data + ending);
      text.replaceWith(font);
    };
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts.filter(isTranslated)) translateText(text);
    };
    const translateAdded = ({ addedNodes, target }: MutationRecord) => {
      for (const node of addedNodes) if (node.isConnected) translate(node.parentNode ?? target);
    };
    const start = () => {
      translate(document.body);
      const observer = new MutationObserver((records) => {
        for (const record of records) translateAdded(record);
      });
      observer.observe(document.body, { childList: true, subtree: true });
    };
    if (moment === "before hydration") {
      addEventListener("DOMContentLoaded", () => translate(document.body));
      return;
    }
    new MutationObserver((_, observer) => {
      if (!document.documentElement.dataset.hydrated) return;
      observer.disconnect();
      setTimeout(start);
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-hydrated"] });
  }, when);
}

async function openTranslated(page: Page, path: string): Promise<void> {
  await openPage(page, path);
  await expect(page.locator("h1 font").first()).toBeAttached();
}

const expectNoErrorPage = (page: Page) =>
  expect(page.getByRole("heading", { name: en("common.error_title") })).toHaveCount(0);

test("API-16 a page that the browser has translated still works: registering, asking, answering, liking, following, a wrong password, more", async ({
  page,
  openBrowser,
}) => {
  const visitor = await openBrowser();
  await translatePages(page, "after it");
  await translatePages(visitor, "after it");

  const account = createHandle("yui");
  await openTranslated(page, "/en/acc/regist");
  const handle = page.getByLabel(en("accounts.account"), { exact: true });
  await handle.fill("a b");
  await handle.blur();
  await expect(page.getByText(en("accounts.account_invalid"))).toBeVisible();
  await handle.fill("");
  await submitRegistration(page, "en", account);
  await page.waitForURL("**/en/me/setup");
  await completeOnboarding(page.request);

  await openTranslated(visitor, `/en/${account}`);
  await visitor.getByRole("textbox").fill("Tea or coffee?");
  await visitor.getByRole("button", { name: en("questions.send") }).click();
  await visitor.waitForURL("**/en/not_login_user?sent=*");
  await expectNoErrorPage(visitor);

  const { uuid_hash } = await findReceived(page.request, "Tea or coffee?");
  await openTranslated(page, `/en/q/${uuid_hash}`);
  await page.getByRole("textbox", { name: en("answers.label") }).fill("Tea.");
  await page.getByRole("button", { name: en("answers.send") }).click();
  await waitForAnswer(page);
  await expectNoErrorPage(page);

  await openTranslated(visitor, `/en/${account}`);
  const like = visitor.getByRole("button", { name: en("likes.like") });
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toContainText("1");
  await expectNoErrorPage(visitor);

  await openTranslated(visitor, "/en/acc/login");
  await submitSignIn(visitor, "en", account, "not the password");
  await expect(visitor.getByText(en("accounts.problem_heading"))).toBeVisible();
  await submitSignIn(visitor, "en", account, "not this one either");
  await expect(visitor.getByText(en("accounts.problem_heading"))).toBeVisible();
  await expectNoErrorPage(visitor);

  const mina = await registerAccount(visitor.request, "en", "Mina");
  const answers = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`${n}?`, `${n}`]));
  const asker = await openBrowser();
  await askAndAnswer(asker.request, visitor.request, mina, answers);
  await openTranslated(page, `/en/${mina}`);
  await page.getByRole("button", { name: en("friends.follow_name", { name: "Mina" }) }).click();
  const following = en("friends.following_name", { name: "Mina" });
  await expect(page.getByRole("button", { name: following })).toContainText(
    en("friends.following"),
  );
  const entries = page.locator("main article");
  const shown = await entries.count();
  await page.getByRole("link", { name: en("common.more"), exact: true }).click();
  await expect.poll(() => entries.count()).toBeGreaterThan(shown);
  await expectNoErrorPage(page);
});

test("API-16 a page that was translated before its scripts ran still works", async ({ page }) => {
  await translatePages(page, "before hydration");
  await openPage(page, "/en/acc/login");
  await submitSignIn(page, "en", "nobody", "not the password");
  await expect(page.getByText(en("accounts.problem_heading"))).toBeVisible();
  await expectNoErrorPage(page);
});

test("API-16 a talk that the browser has translated still works: sending, receiving, links, taking back", async ({
  page,
  openBrowser,
}) => {
  const partner = await openBrowser();
  const receiver = await registerWriter(partner.request, "en", "Ken");
  await registerWriter(page.request);
  const uuid = await startTalk(page.request, receiver);
  await postMessages(page.request, uuid, "Look at https://example.com/page there");
  await translatePages(page, "after it");
  await openTranslated(page, `/en/me/talks/${uuid}`);
  const rows = page.locator("[data-message]");
  // After the first reply, the address becomes a link.
  await postMessages(partner.request, uuid, "I did");
  await expect(page.getByRole("link", { name: "https://example.com/page" })).toBeVisible();
  await page.getByLabel(en("messages.write")).fill("And this");
  await page.getByLabel(en("messages.write")).press("Control+Enter");
  await expect(rows.last()).toContainText("And this");
  await expect(rows.last()).not.toContainText(en("messages.sending"));
  await rows
    .last()
    .getByRole("button", { name: en("messages.own_menu") })
    .click();
  await page.getByRole("menuitem", { name: en("messages.take_back") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: en("messages.take_back") })
    .click();
  await expect(rows.last()).toContainText(en("talks.taken_back"));
  await postMessages(partner.request, uuid, "Seen");
  await expect(rows.last()).toContainText("Seen");
  await expectNoErrorPage(page);
});
