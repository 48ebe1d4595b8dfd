import type { Page } from "@playwright/test";
import { answerQuestion, findReceived, registerAccount, sendQuestions } from "./calls.ts";
import { expect, openPage, test, waitForAnswer } from "./fixture.ts";
import { translate } from "./texts.ts";

const t = (key: string, values?: Record<string, string>) => translate("ja", key, values);

test("START-15 after the third answer, the link to the next question opens the suggested communities first, once", async ({
  page,
  request,
}) => {
  await receiveAndAnswerTwo({ page, request }, "三つ目は？", "四つ目は？");
  const fourth = await findReceived(page.request, "四つ目は？");
  await answerOnPage(page, "三つ目は？");
  const offer = page.getByRole("region", { name: t("shares.answer_prompt_title") });
  const next = offer.getByRole("link", { name: t("shares.next_question", { n: "1" }) });
  await expect(next).toHaveAttribute("href", /suggestions/);
  await next.click();
  await expect(page).toHaveURL(/\/ja\/communities\/suggestions\?next=/);
  await expect(
    page.getByRole("heading", { level: 1, name: t("communities.suggestions_title") }),
  ).toBeVisible();
  await page.getByRole("button", { name: t("communities.next"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/ja/q/${fourth.uuid_hash}$`));

  // Read at once, because the reply of a page that was left can't be read.
  const due = page
    .waitForResponse("**/api/v2/me/communities/suggestions")
    .then((reply) => reply.json());
  await answerOnPage(page, "四つ目は？");
  expect(await due).toEqual({ is_due: false });
  await waitForAnswer(page, "ja");
  await expect(page).toHaveURL(new RegExp(`/ja/q/${fourth.uuid_hash}$`));
});

test("START-15 after the third answer, a link opens the suggested communities, which lead back to the answer", async ({
  page,
  request,
}) => {
  await receiveAndAnswerTwo({ page, request }, "三つ目は？");
  const { uuid_hash } = await findReceived(page.request, "三つ目は？");
  // Read at once, because the reply of a page that was left can't be read.
  const due = page
    .waitForResponse("**/api/v2/me/communities/suggestions")
    .then((reply) => reply.json());
  await answerOnPage(page, "三つ目は？");
  expect(await due).toEqual({ is_due: true });
  await page.getByRole("link", { name: t("shares.to_suggestions") }).click();
  await expect(page).toHaveURL(/\/ja\/communities\/suggestions\?next=/);
  await page.getByRole("main").getByRole("checkbox").first().check();
  await page.getByRole("button", { name: t("communities.join_and_next") }).click();
  await expect(page).toHaveURL(new RegExp(`/ja/q/${uuid_hash}$`));
  await expect(page.getByRole("heading", { level: 1, name: "三つ目は？" })).toBeVisible();
  const joined = await (await page.request.get("/api/v2/me/communities")).json();
  expect(joined.remaining).toBe(2);
});

/**
 * Registers an account on the browser of `page`, sends it two questions and those of `unanswered`, and
 * answers the two.
 */
async function receiveAndAnswerTwo(
  { page, request }: { page: Page; request: Page["request"] },
  ...unanswered: string[]
) {
  const account = await registerAccount(page.request, "ja");
  const answered = ["一つ目は？", "二つ目は？"];
  await sendQuestions(request, account, ...answered, ...unanswered);
  for (const body of answered) await answerQuestion(page.request, body, "はい");
}

async function answerOnPage(page: Page, body: string) {
  const { uuid_hash } = await findReceived(page.request, body);
  await openPage(page, `/ja/q/${uuid_hash}`);
  await page.getByRole("textbox", { name: t("answers.label") }).fill("はい");
  await page.getByRole("button", { name: t("answers.send") }).click();
}
