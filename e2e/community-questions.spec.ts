import type { APIRequestContext, Page } from "@playwright/test";
import type { Locale } from "@toibako/contract/locales.ts";
import type { Notice } from "@toibako/contract/notices.ts";
import { submitSignIn } from "./account-forms.ts";
import { answerCommunity, askCommunity, registerAccount, sendRequest } from "./calls.ts";
import { expect, openPage, test, waitForAnswer, waitUntilHydrated } from "./fixture.ts";
import { communityInCalls, formatCommunityQuestion } from "./pages.ts";
import { en, translate } from "./texts.ts";
import { expectNoViolations } from "./violations.ts";

const community = "/communities/daily/categories/life";
const questions = { ja: "朝いちばんの楽しみは？", dt: "Worauf freust du dich morgens?" };
const answers = { ja: "窓を開けること", dt: "Auf den ersten Kaffee" };

for (const locale of ["ja", "dt"] as const) {
  test.describe(`in ${locale}`, () => {
    // The page of the deleted question has the status 404, which the browser logs.
    test.use({ tolerated: /status of 404/ });

    test("COMM-18 COMM-20 COMM-24 COMM-26 COMM-27 COMM-42 COMM-45 COMM-46 NOTE-08 a visitor is invited, signs in and asks; another member answers; the asker reads, likes, reports and deletes", async ({
      page,
      request,
      openBrowser,
    }) => {
      const t = (key: string, values?: Record<string, string>) => translate(locale, key, values);
      const body = `${questions[locale]} ${Date.now()}`;
      const text = answers[locale];
      const account = await registerAccount(request, locale, "Yui");
      const member = await openBrowser();
      const memberAccount = await registerAccount(member.request, locale, "Mina");
      await endTutorial(request);
      await endTutorial(member.request);
      await signInAfterInvitation(page, locale, account);
      const name = await readCommunityName(page.request, locale);

      await page.getByRole("button", { name: t("communities.ask_all") }).click();
      const form = page.getByRole("dialog", { name: t("communities.ask_title", { name }) });
      await expect(form.getByText(t("communities.ask_public"))).toBeVisible();
      await expect(form.getByText(t("questions.emoji_notice"))).toBeVisible();
      await form.getByRole("textbox").fill(body);
      await expectNoViolations(page, "[role=dialog]");
      await form.getByRole("button", { name: t("questions.send") }).click();
      await expect(page.getByText(t("communities.asked"))).toBeVisible();
      await expect(form).toBeHidden();
      await expect(findCard(page, body)).toBeVisible();

      await openPage(member, `/${locale}${community}/items`);
      const card = findCard(member, body);
      await expect(card.locator("[data-new]")).toBeVisible();
      await expectNoViolations(member);
      await card.getByRole("link", { name: t("communities.answer"), exact: true }).click();
      const sheet = member.getByRole("dialog", { name: t("communities.answer_title", { name }) });
      await sheet.getByRole("textbox").fill(text);
      await sheet.getByRole("button", { name: t("answers.send") }).click();
      await member.waitForURL(`**/${locale}/q/*?answer_id=*`);
      await waitForAnswer(member, locale);
      await expect(member.getByRole("link", { name: `#${name}` })).toBeVisible();
      const answerPath = member.url().replace(/^https?:\/\/[^/]+/, "");

      await expect.poll(async () => (await findAnswerNotice(page.request))?.urn).toBeTruthy();
      await openPage(page, `/${locale}/me/notices`);
      await page
        .locator("[data-kind=new_answer_to_community_question]")
        .locator("xpath=ancestor::a[1]")
        .click();
      await page.waitForURL(`**${community}/items/*`);
      const answer = page.getByRole("article").filter({ hasText: text });
      await expect(answer.getByRole("link", { name: "Mina", exact: true })).toBeVisible();
      await expectNoViolations(page);
      await answer.getByRole("button", { name: t("likes.like") }).click();
      await expect(answer.getByRole("button", { pressed: true })).toHaveText(/^1/);

      await answer
        .getByRole("link", { name: t("communities.open_answer", { name: "Mina" }) })
        .click();
      await page.waitForURL(`**${answerPath}`);
      await expect(page.getByRole("heading", { level: 1, name: body })).toBeVisible();
      await page.getByRole("link", { name: t("inbox.all_answers") }).click();
      await page.waitForURL(`**${community}/items/*`);

      await openPage(page, `/${locale}/${memberAccount}`);
      const item = findCard(page, body);
      await expect(item.getByRole("link", { name: `#${name}` })).toBeVisible();
      await expect(item.getByRole("button", { pressed: true })).toHaveText(/^1/);

      await reportAnswer(page, locale, answerPath.split("?")[0] ?? "", text);
      await deleteOwnQuestion(page, locale, body);
      await openPage(member, `/${locale}/${memberAccount}`);
      await expect(member.getByText(t("common.removed_question"))).toBeVisible();
      await expect(member.getByText(text)).toBeVisible();
    });
  });
}

/** Opens the invitation of the list and that of a question's page, and follows the second one to sign in. */
async function signInAfterInvitation(page: Page, locale: Locale, account: string) {
  const t = (key: string) => translate(locale, key);
  await openPage(page, `/${locale}${community}/items`);
  await expect(page.getByRole("article").first()).toBeVisible();
  await page
    .getByRole("link", { name: t("communities.answer"), exact: true })
    .first()
    .click();
  const inList = page.getByRole("dialog", { name: t("communities.invite_list_title") });
  await expect(inList).toBeVisible();
  await inList.getByRole("button", { name: t("common.close") }).click();
  await expect(inList).toBeHidden();

  await page.getByRole("heading", { level: 2 }).first().click();
  await page.waitForURL(`**${community}/items/*`);
  await waitUntilHydrated(page);
  await page.getByRole("link", { name: t("communities.answer_too") }).click();
  const onPage = page.getByRole("dialog", { name: t("communities.invite_page_title") });
  await expect(
    onPage.getByRole("link", { name: t("communities.invite_quick_button") }),
  ).toBeVisible();
  await onPage.getByRole("link", { name: t("accounts.login_button"), exact: true }).click();
  await submitSignIn(page, locale, account);
  await page.waitForURL(`**${community}/items/*`);
  await openPage(page, `/${locale}${community}/items`);
}

/** Reports an answer of another account, which is then hidden. */
async function reportAnswer(page: Page, locale: Locale, questionPath: string, text: string) {
  const t = (key: string) => translate(locale, key);
  // Without the id of an answer, the address redirects to the question's page in its community.
  await openPage(page, questionPath);
  await page.waitForURL(`**${community}/items/*`);
  const answer = page.getByRole("article").filter({ hasText: text });
  await answer.getByRole("button", { name: t("answers.menu") }).click();
  await page.getByRole("menuitem", { name: t("moderation.report") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("moderation.report_confirm") })
    .click();
  await expect(page.getByText(t("moderation.answer_reported"))).toBeVisible();
  await expect(answer).toHaveCount(0);
}

async function deleteOwnQuestion(page: Page, locale: Locale, body: string) {
  const t = (key: string) => translate(locale, key);
  await openPage(page, `/${locale}${community}/mine`);
  const card = findCard(page, body);
  await expectNoViolations(page);
  await card.getByRole("button", { name: t("communities.delete_question") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("communities.delete_confirm") })
    .click();
  await expect(page.getByText(t("communities.question_deleted"))).toBeVisible();
  await expect(card).toHaveCount(0);
}

const findCard = (page: Page, body: string) => page.getByRole("article").filter({ hasText: body });

async function readCommunityName(request: APIRequestContext, locale: Locale): Promise<string> {
  const headers = { "X-Locale": locale };
  const reply = await request.get(`/api/v2/${communityInCalls}`, { headers });
  return (await reply.json()).community.name;
}

async function findAnswerNotice(request: APIRequestContext): Promise<Notice | undefined> {
  const { notices } = (await (await request.get("/api/v2/me/notices")).json()) as {
    notices: Notice[];
  };
  return notices.find(({ kind }) => kind === "new_answer_to_community_question");
}

const endTutorial = (request: APIRequestContext) =>
  sendRequest(request, "PUT", "/api/v2/me/communities/tutorial", {
    community_tutorial_status: "community_tutorial_finished",
  });

test.describe("while calls fail", () => {
  test.use({ tolerated: /ERR_FAILED/ });

  test("COMM-20 closing the form with a text asks for confirmation, and a failed call keeps the text", async ({
    page,
  }) => {
    await registerAccount(page.request, "en");
    await endTutorial(page.request);
    await openPage(page, `/en${community}/items`);
    await page.getByRole("button", { name: en("communities.ask_all") }).click();
    const form = page.getByRole("dialog").filter({ has: page.getByRole("textbox") });
    await form.getByRole("textbox").fill("Tea or coffee?");
    await form.getByRole("button", { name: en("questions.close") }).click();
    const warning = page.getByRole("alertdialog", { name: en("questions.discard_title") });
    await warning.getByRole("button", { name: en("questions.keep_writing") }).click();
    await page.route("**/api/v2/communities/**", (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await form.getByRole("button", { name: en("questions.send") }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(form.getByRole("textbox")).toHaveValue("Tea or coffee?");
  });
});

test("COMM-19 COMM-22 COMM-25 the page of a question opens with and without a slash at its end, and leads back", async ({
  page,
  request,
}) => {
  await registerAccount(request, "en", "Yui");
  const uuid = await askCommunity(request, "What is on your windowsill?");
  await answerCommunity(request, uuid, "Three pots of mint");
  const path = `/en${formatCommunityQuestion(uuid)}`;
  // In the path of the call, the ids of category and community are in the other order.
  const called = await request.get(`/api/v2/${communityInCalls}/items/${uuid}`);
  expect(called.status()).toBe(200);
  await openPage(page, `${path}/`);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${path}$`));
  await expect(
    page.getByRole("heading", { level: 1, name: "What is on your windowsill?" }),
  ).toBeVisible();
  const backLinks = page.getByRole("navigation", { name: en("communities.ways_back") });
  await backLinks.getByRole("link", { name: en("communities.tab_box") }).click();
  await expect(page).toHaveURL(/\?tab=box$/);
  await page.goBack();
  await backLinks.getByRole("link", { name: en("communities.tab_featured") }).click();
  await expect(page).toHaveURL(/#questions$/);
  await page.goBack();
  await backLinks.getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/en${community}$`));
});

test("FEEL-08 an account that nobody has asked yet finds questions of communities on its home and answers one", async ({
  page,
  request,
}) => {
  await registerAccount(request, "ko", "Mina");
  const uuid = await askCommunity(request, "오늘 점심은 뭐였어요?");
  await answerCommunity(request, uuid, "김밥 두 줄");
  await registerAccount(page.request, "ko");
  await openPage(page, "/ko/me/home");
  const t = (key: string, values?: Record<string, string>) => translate("ko", key, values);
  const popular = page.getByRole("region", { name: t("communities.popular_title") });
  const answer = popular.getByRole("link", { name: t("communities.answer"), exact: true });
  await answer.first().click();
  const sheet = page.getByRole("dialog").filter({ has: page.getByRole("textbox") });
  await sheet.getByRole("textbox").fill("비빔밥이요");
  await sheet.getByRole("button", { name: t("answers.send") }).click();
  await page.waitForURL("**/ko/q/*?answer_id=*");
});

test("COMM-20 on a narrow phone, the button that asks a community floats only while the header's is scrolled away, and covers nothing that can be pressed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, `/en${community}`);
  const title = en("communities.ask_all");
  const floating = page.locator(`button[title="${title}"]`);
  // What is out of sight has no role.
  await expect(page.getByRole("button", { name: title })).toHaveCount(1);
  await expect(floating).toBeHidden();
  for (const y of [200, 280, 360, 440, 520]) {
    await page.evaluate((top) => scrollTo(0, top), y);
    const findCovered = () =>
      floating.evaluate((element) => {
        if (getComputedStyle(element).visibility === "hidden") return undefined;
        const { left, top, width, height } = element.getBoundingClientRect();
        const below = document
          .elementsFromPoint(left + width / 2, top + height / 2)
          .find((other) => !element.contains(other));
        return below?.closest("a:not(.stretched-link), button")?.textContent;
      });
    await expect.poll(findCovered, { message: `at ${y}` }).toBeUndefined();
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(floating).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(floating).toBeHidden();
});
