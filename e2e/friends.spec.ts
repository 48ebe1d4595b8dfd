import {
  answerQuestion,
  askAndAnswer,
  findReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, test, waitForAnswer } from "./fixture.ts";
import { en } from "./texts.ts";
import { expectNoViolations } from "./violations.ts";

test("ASK-17 ASK-20 FRND-20 two accounts follow each other, one answers a question with choices and passes it on", async ({
  page,
  openBrowser,
}) => {
  const yuiPage = await openBrowser();
  const minaHandle = await registerAccount(page.request, "en", "Mina");
  const yuiHandle = await registerAccount(yuiPage.request, "en", "Yui");
  await openPage(page, `/en/${yuiHandle}`);
  const follow = page.getByRole("button", { name: en("friends.follow_name", { name: "Yui" }) });
  await follow.click();
  await expect(
    page.getByRole("button", { name: en("friends.following_name", { name: "Yui" }) }),
  ).toBeVisible();

  // A job creates the notice later.
  const readNotices = async () => (await yuiPage.request.get("/api/v2/me/notices")).json();
  await expect.poll(async () => (await readNotices()).pager.total_count).toBe(1);
  await openPage(yuiPage, "/en/me/notices");
  await yuiPage.getByText("Mina follows you now.").click();
  await yuiPage.waitForURL(`**/en/${minaHandle}`);
  await yuiPage.getByRole("button", { name: en("friends.follow_name", { name: "Mina" }) }).click();
  await expect(
    yuiPage.getByRole("button", { name: en("friends.following_name", { name: "Mina" }) }),
  ).toBeVisible();
  await openPage(yuiPage, "/en/me/friends?tab=follows");
  await expect(yuiPage.getByRole("link", { name: "Mina" })).toBeVisible();
  await yuiPage.getByRole("link", { name: en("friends.tab_followers") }).click();
  await expect(yuiPage.getByText(en("friends.follows_you"))).toBeVisible();
  await expectNoViolations(yuiPage);

  await page.getByRole("textbox").fill("Sea or mountains?");
  await page.getByRole("radio", { name: en("questions.type_choose") }).check();
  await page.getByRole("textbox", { name: en("questions.option", { number: "1" }) }).fill("Sea");
  await page
    .getByRole("textbox", { name: en("questions.option", { number: "2" }) })
    .fill("Mountains");
  await page.getByRole("button", { name: en("questions.send") }).click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();

  const { uuid_hash } = await findReceived(yuiPage.request, "Sea or mountains?");
  await openPage(yuiPage, `/en/q/${uuid_hash}?type=choose`);
  await yuiPage.getByRole("radio", { name: "Mountains" }).check();
  await yuiPage.getByRole("button", { name: en("answers.send") }).click();
  await waitForAnswer(yuiPage);
  await yuiPage.getByRole("button", { name: en("friends.pass") }).click();
  const dialog = yuiPage.getByRole("dialog", { name: en("friends.baton_title") });
  const pass = dialog.getByRole("button", { name: en("friends.pass") });
  await pass.click();
  await expect(dialog.getByText(en("friends.baton_required"))).toBeVisible();
  await dialog.getByRole("checkbox", { name: /Mina/ }).check();
  await expect(
    dialog.getByText("You can pass it to 2 more friends", { exact: true }),
  ).toBeVisible();
  await expectNoViolations(yuiPage, "[role=dialog]");
  await pass.click();
  await expect(yuiPage.getByText(en("friends.passed"))).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await yuiPage.getByRole("button", { name: en("friends.pass") }).click();
  await expect(dialog.getByRole("checkbox", { name: /Mina/ })).toBeDisabled();
  await expect(dialog.getByText(en("friends.is_passed"))).toBeVisible();

  await openPage(page, "/en/box");
  const letter = page.getByRole("article").filter({ hasText: "Sea or mountains?" });
  await expect(letter).toContainText(en("inbox.baton"));
  const options = letter.getByRole("list", { name: en("common.options") });
  await expect(options.getByRole("listitem")).toHaveText(["Sea", "Mountains"]);
  await expect(letter).not.toContainText("Yui");
});

test.describe("a refused baton", () => {
  test.use({ tolerated: /status of 422/ });

  test("ASK-21 passing a question to a friend who no longer receives batons shows an error in the dialog", async ({
    page,
    request,
  }) => {
    const friend = await registerAccount(request, "en", "Ren");
    const account = await registerAccount(page.request, "en", "Yui");
    await sendRequest(page.request, "POST", `/api/v2/me/follows/${friend}`);
    await sendQuestions(request, account, "Early or late?");
    const uuid = await answerQuestion(page.request, "Early or late?", "Late.");
    await openPage(page, `/en/q/${uuid}`);
    await page.getByRole("button", { name: en("friends.pass") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: /Ren/ }).check();
    await sendRequest(request, "PUT", "/api/v1/user", { is_receive_baton: false });
    await dialog.getByRole("button", { name: en("friends.pass") }).click();
    await expect(dialog.getByText(`@${friend} doesn't receive batons.`)).toBeVisible();
  });
});

test("VISIT-08 a visitor who presses follow is invited to sign up", async ({ page, request }) => {
  const account = await registerAccount(request, "en", "Yui");
  await openPage(page, `/en/${account}`);
  await page.getByRole("button", { name: en("friends.follow_name", { name: "Yui" }) }).click();
  await expect(page.getByRole("dialog", { name: en("accounts.invite_title") })).toBeVisible();
});

test("FRND-09 FRND-10 FRND-11 the timeline shows friends' answers, which can be liked there, and loads more", async ({
  page,
  request,
}) => {
  const friend = await registerAccount(request, "en", "Ren");
  await registerAccount(page.request);
  await sendRequest(page.request, "POST", `/api/v2/me/follows/${friend}`);
  const pairs = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [`Question ${index}?`, `Answer ${index}.`]),
  );
  await askAndAnswer(page.request, request, friend, pairs);
  await openPage(page, "/en/me/friends?tab=timeline");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(20);
  await expect(cards.first()).toContainText("Answer 20.");
  const like = cards.first().getByRole("button", { name: en("likes.like") });
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toContainText("1");
  await page.getByRole("button", { name: en("common.more") }).click();
  await expect(cards).toHaveCount(21);
  await expect(cards.last()).toContainText("Answer 0.");
  await expect(page.getByRole("button", { name: en("common.more") })).toHaveCount(0);
  await expect(like).toHaveAttribute("aria-pressed", "true");
});

test.describe("an unknown tab of the followers on X", () => {
  test.use({ tolerated: /An unknown tab of followers/ });

  test("FRND-03 an unknown tab is reported as an error, and the followers with an account are shown", async ({
    page,
  }) => {
    await registerAccount(page.request, "en");
    const report = page.waitForRequest("**/api/v2/error_reports");
    await openPage(page, "/en/follows?tab=strange&page=first");
    expect((await report).postDataJSON()).toMatchObject({
      name: "Error",
      route: "/$locale/follows",
    });
    await expect(page.getByText(en("friends.no_completed_title"))).toBeVisible();
    await expect(page.getByRole("link", { name: en("friends.tab_completed") })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });
});
