import { answerQuestion, listReceived, registerAccount, sendQuestions } from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

test.use({ showsAchievements: true });

test("ANS-12 ANS-13 the first answer is celebrated once and listed among the achievements", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "First?");
  const [item] = await listReceived(page.request);
  await openPage(page, `/en/q/${item?.uuid_hash}`);
  await page.getByRole("textbox", { name: en("answers.label") }).fill("Indeed.");
  await page.getByRole("button", { name: en("answers.send") }).click();
  const offer = page.getByRole("region", { name: en("shares.answer_prompt_title") });
  await expect(offer.getByText(en("modals.achievement_first_answer"))).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await reloadPage(page);
  await openPage(page, "/en/me/home");
  const list = page.getByRole("dialog", { name: en("achievements.open_list") });
  const modal = page.getByRole("dialog", { name: en("modals.achievement_first_answer") });
  await page.getByRole("button", { name: en("achievements.open_list") }).click();
  await expect(list.getByRole("listitem")).toHaveCount(10);
  await expect(list.getByText(en("achievements.not_yet"))).toHaveCount(9);
  await expect(modal).toBeHidden();
  await list.getByRole("button", { name: en("achievements.first_answer") }).click();
  await expect(modal).toBeVisible();
  await modal.getByRole("link", { name: en("shares.share") }).click();
  const stage = page.getByRole("region", { name: en("modals.achievement_first_answer") });
  await expect(stage.getByRole("link", { name: "LINE" })).toHaveAttribute("href", /first/);
});

test("ANS-13 several achievements are celebrated one after the other, each on one device only", async ({
  page,
  request,
  openBrowser,
}) => {
  const account = await registerAccount(page.request);
  const bodies = Array.from({ length: 10 }, (_, index) => `Number ${index}?`);
  await sendQuestions(request, account, ...bodies);
  for (const body of bodies) await answerQuestion(page.request, body, "Yes.");
  const countEarned = async () => {
    const reply = await page.request.get("/api/v2/me/user_achievements");
    return (await reply.json()).user_achievements.length;
  };
  await expect.poll(countEarned).toBe(2);
  await openPage(page, "/en/me/home");
  const modal = page.getByRole("dialog");
  await expect(modal).toHaveAccessibleName(en("modals.achievement_first_answer"));
  const other = await openBrowser();
  await other.context().addCookies(await page.context().cookies());
  await openPage(other, "/en/me/home");
  await expect(other.getByRole("dialog")).toHaveAccessibleName(
    en("modals.achievement_answers", { n: "10" }),
  );
  await modal.getByRole("button", { name: en("common.close") }).click();
  await reloadPage(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(modal).toHaveCount(0);
});
