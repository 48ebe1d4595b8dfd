import {
  askAndAnswer,
  findReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { en } from "./texts.ts";

test("VISIT-03 an entry of the visitors' home shows question, answer, date, answerer and like button, and offers to ask again", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request, "en", "Mina");
  const [uuid] = await askAndAnswer(page.request, request, account, { "Tea?": "Always." });
  await openPage(page, "/en/not_login_user");
  const entry = page.getByRole("article").filter({ hasText: "Tea?" });
  await expect(entry.getByRole("link", { name: "Tea?" })).toHaveAttribute("href", `/en/q/${uuid}`);
  await expect(entry.getByText("Always.", { exact: true })).toBeVisible();
  await expect(entry.getByRole("time")).not.toBeEmpty();
  const answerer = entry.getByRole("link", { name: "Mina" });
  await expect(answerer).toHaveAttribute("href", `/en/${account}`);
  await expect(answerer.locator("svg, img")).toBeVisible();
  const like = entry.getByRole("button", { name: en("likes.like") });
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toBeEnabled();
  await entry.getByRole("button", { name: en("outbox.ask_again") }).click();
  await expect(
    page.getByRole("dialog", { name: en("questions.ask_title", { name: "Mina" }) }),
  ).toBeVisible();
});

test("VISIT-08 a visitor who presses an action that needs an account gets the invitation, and the server refuses such calls", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await sendQuestions(page.request, account, "Who?");
  await openPage(page, `/en/${account}?page=2`);
  const bar = page.getByRole("navigation", { name: en("shell.main_navigation") });
  await bar.getByRole("button", { name: en("shell.inbox") }).click();
  const invite = page.getByRole("dialog", { name: en("accounts.invite_title") });
  const next = `?next=${encodeURIComponent(`/en/${account}?page=2`)}`;
  const login = invite.getByRole("link", { name: en("accounts.login_button") });
  await expect(login).toHaveAttribute("href", `/en/acc/login${next}`);
  const regist = invite.getByRole("link", { name: en("accounts.regist_button") });
  await expect(regist).toHaveAttribute("href", `/en/acc/regist${next}`);
  await page.keyboard.press("Escape");
  await expect(invite).toBeHidden();
  expect(page.url()).toContain(`/en/${account}?page=2`);

  const { uuid_hash } = await findReceived(request, "Who?");
  // "非表示" is the constant for the bin, in every language.
  const calls = [
    ["POST", `/api/v2/questions/${uuid_hash}/answers`, { text: "Me." }],
    ["PUT", `/api/v2/questions/${uuid_hash}`, { change_type: "非表示" }],
    ["GET", "/api/v2/me/items/received", undefined],
    ["GET", "/api/v2/me/notices", undefined],
  ] as const;
  for (const [method, path, data] of calls) {
    expect.soft((await sendRequest(page.request, method, path, data)).status(), path).toBe(401);
  }
});

test("VISIT-09 reading pages sets no cookie, and a like sets the visitor cookie", async ({
  page,
  context,
  request,
}) => {
  const account = await registerAccount(request);
  const [uuid] = await askAndAnswer(request, request, account, { "Seen?": "Yes." });
  for (const path of ["", "/fxp/privacy", "/not_login_user", `/${account}`, `/q/${uuid}`]) {
    await openPage(page, `/en${path}`);
  }
  expect(await context.cookies()).toEqual([]);
  await page.getByRole("button", { name: en("likes.like") }).click();
  const listCookies = async () => (await context.cookies()).map(({ name }) => name).sort();
  await expect.poll(listCookies).toEqual(["__Host-is-visitor", "__Host-visitor"]);
  // Scripts can read that there is a visitor cookie, but not its value.
  expect(await page.evaluate(() => document.cookie)).toBe("__Host-is-visitor=1");
});

test("VISIT-11 SHELL-14 a visitor of a profile sees the answers and the form, and its owner sees the link of the box instead of the form", async ({
  page,
  request,
  openBrowser,
}) => {
  const account = await registerAccount(page.request, "en", "Mina");
  await askAndAnswer(request, page.request, account, { "Tea?": "Always." });
  const visitor = await openBrowser();
  await openPage(visitor, `/en/${account}`);
  await expect(visitor.getByRole("heading", { name: "Tea?" })).toBeVisible();
  await expect(visitor.getByRole("button", { name: en("questions.send") })).toBeVisible();
  await expect(visitor.getByText(en("shares.box_title"))).toHaveCount(0);
  // The second button, the menu, has no text. The fourth is the like button, whose text is a number.
  await expect(visitor.getByRole("main").getByRole("button")).toHaveText([
    en("friends.follow"),
    "",
    en("questions.send"),
    /./,
  ]);
  const footer = visitor.getByRole("contentinfo");
  // The years of the copyright.
  await expect(footer.getByText(/2017.2021/)).toBeVisible();
  await expect(footer.getByRole("link", { name: en("shell.log_in") })).toHaveAttribute(
    "href",
    "/en",
  );

  await openPage(page, `/en/${account}`);
  await expect(page.getByRole("heading", { name: en("shares.box_title") }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: en("questions.send") })).toHaveCount(0);
  await page.getByText(en("questions.ask_yourself")).click();
  await expect(page.getByRole("button", { name: en("questions.send") })).toBeVisible();
  await page.getByRole("contentinfo").getByText(en("shell.about_site")).click();
  await expect(page.getByRole("contentinfo").getByText(/2017.2021/)).toBeVisible();
  await expect(
    page.getByRole("contentinfo").getByRole("link", { name: en("shell.log_in") }),
  ).toHaveCount(0);
});

test("VISIT-08 AUTH-04 the login page says which page of an account asks a visitor to log in", async ({
  page,
}) => {
  const reasons = {
    "/box": "accounts.login_for_inbox",
    "/box/dust": "accounts.login_for_inbox",
    "/me/home": "accounts.login_for_home",
    "/me/talks": "accounts.login_for_messages",
    "/stg": "accounts.invite_title",
  };
  for (const [path, reason] of Object.entries(reasons)) {
    await openPage(page, `/en${path}`);
    await page.waitForURL("**/en/acc/login?**");
    await expect(page.getByText(en(reason), { exact: true }), path).toBeVisible();
  }
  await openPage(page, "/en/acc/login");
  for (const reason of Object.values(reasons)) {
    await expect(page.getByText(en(reason), { exact: true })).toHaveCount(0);
  }
});
