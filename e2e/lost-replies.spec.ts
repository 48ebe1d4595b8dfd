import type { Locator, Page } from "@playwright/test";
import {
  findReceived,
  listReceived,
  registerAccount,
  sendQuestions,
  sendRequest,
} from "./calls.ts";
import { expect, openPage, reloadPage, test } from "./fixture.ts";
import { communityInCalls } from "./pages.ts";
import { en } from "./texts.ts";

const community = "/communities/daily/categories/life";

test.use({ tolerated: /Failed to load resource/ });

/** Lets the next call of a kind to these addresses reach the server, and loses its reply with its cookies. */
async function loseNextReply(page: Page, addresses: string, method = "POST"): Promise<void> {
  let isLost = false;
  await page.route(addresses, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    const cookies = await page.context().cookies();
    expect((await route.fetch()).ok()).toBe(true);
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    return route.abort("connectionreset");
  });
}

const expectLost = (page: Page) =>
  expect(page.getByRole("alert").filter({ hasText: en("common.send_lost") })).toBeVisible();

/** Expects that nothing covers an element, such as the bottom navigation. */
const expectUncovered = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return [top + 2, bottom - 2].every((y) =>
          node.contains(document.elementFromPoint((left + right) / 2, y)),
        );
      }),
    )
    .toBe(true);

test("ASK-10 a visitor's first question whose reply is lost is stored once, also after a reload", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await openPage(page, `/en/${account}`);
  const field = page.getByRole("textbox");
  const send = page.getByRole("button", { name: en("questions.send") });
  await loseNextReply(page, "**/api/v2/questions");
  await page.setViewportSize({ width: 390, height: 664 });
  await field.fill("Did you get this?");
  await send.click();
  await expectLost(page);
  await expectUncovered(page.getByRole("alert").filter({ hasText: en("common.send_lost") }));
  await expectUncovered(send);
  expect(await page.context().cookies()).toEqual([]);
  await reloadPage(page);
  await expect(field).toHaveValue("Did you get this?");
  await send.click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();

  // The next question of the same text is another one.
  await openPage(page, `/en/${account}`);
  await field.fill("Did you get this?");
  await send.click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  const received = (await listReceived(request)).map(({ body }) => body);
  expect(received).toEqual(["Did you get this?", "Did you get this?"]);
});

test("ASK-10 a question that was changed after its reply was lost is sent as a second one only on purpose", async ({
  page,
  request,
}) => {
  const account = await registerAccount(request);
  await registerAccount(page.request);
  await openPage(page, `/en/${account}`);
  const field = page.getByRole("textbox");
  const send = page.getByRole("button", { name: en("questions.send") });
  await loseNextReply(page, "**/api/v2/questions");
  await field.fill("Tea?");
  await send.click();
  await expectLost(page);
  await field.fill("Tea or coffee?");
  await send.click();
  await expect(page.getByText(/An earlier version of this has already arrived/)).toBeVisible();
  expect((await listReceived(request)).map(({ body }) => body)).toEqual(["Tea?"]);
  await send.click();
  await expect(page.getByText(en("outbox.sent_nameless"))).toBeVisible();
  expect(await listReceived(request)).toHaveLength(2);
});

test("ANS-04 an answer whose reply is lost is stored once, and a second press shows it", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Where?");
  const { uuid_hash } = await findReceived(page.request, "Where?");
  await page.setViewportSize({ width: 390, height: 664 });
  await openPage(page, `/en/q/${uuid_hash}`);
  await loseNextReply(page, "**/answers");
  await page.getByRole("textbox", { name: en("answers.label") }).fill("Over there.");
  await page.getByRole("button", { name: en("answers.send") }).click();
  await expectLost(page);
  await expectUncovered(page.getByRole("button", { name: en("answers.send") }));
  await page.getByRole("button", { name: en("answers.send") }).click();
  await expect(page.getByText("Over there.", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: en("answers.label") })).toHaveCount(0);
});

test("BOX-15 ANS-04 after a lost reply, an unblocking is done when it is tried again, and an answer to a withdrawn question says so", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, "Nasty?", "Tea?");
  const { uuid_hash: question_id } = await findReceived(page.request, "Nasty?");
  await sendRequest(page.request, "POST", "/api/v2/me/blocks", { question_id });
  await openPage(page, "/en/stg#blocks");
  await page.getByRole("button", { name: "Unblock" }).click();
  const confirm = page
    .getByRole("alertdialog")
    .getByRole("button", { name: en("moderation.unblock"), exact: true });
  await loseNextReply(page, "**/api/v2/me/blocks/*", "DELETE");
  await confirm.click();
  await expect(page.getByText(en("moderation.unblock_failed"))).toBeVisible();
  await confirm.click();
  await expect(page.getByText(en("moderation.blocks_empty_title"))).toBeVisible();

  const { uuid_hash: withdrawn } = await findReceived(page.request, "Tea?");
  await openPage(page, "/en/box");
  const card = page.getByRole("article").filter({ hasText: "Tea?" });
  await card.getByRole("link", { name: en("inbox.answer") }).click();
  await card.getByRole("textbox").fill("Always.");
  await sendRequest(request, "DELETE", `/api/v2/me/send_items/${withdrawn}`);
  await card.getByRole("button", { name: en("answers.send") }).click();
  await expect(card.getByText(en("answers.question_gone"))).toBeVisible();
  await expect(card.getByRole("textbox")).toHaveValue("Always.");
});

test("COMM-20 a community question and its answer whose replies are lost are stored once", async ({
  page,
}) => {
  await registerAccount(page.request, "en");
  await sendRequest(page.request, "PUT", "/api/v2/me/communities/tutorial", {
    community_tutorial_status: "community_tutorial_finished",
  });
  const body = `Sun or rain? ${Date.now()}`;
  await openPage(page, `/en${community}/items`);
  await page.getByRole("button", { name: en("communities.ask_all") }).click();
  const form = page.getByRole("dialog").filter({ has: page.getByRole("textbox") });
  await form.getByRole("textbox").fill(body);
  await loseNextReply(page, `**/api/v2/${communityInCalls}/items`);
  const send = form.getByRole("button", { name: en("questions.send") });
  await send.click();
  await expectLost(page);
  await send.click();
  await expect(form).toBeHidden();

  const reply = await page.request.get(
    `/api/v2/me/${communityInCalls}/items?type=questions&page=1`,
  );
  const { items } = (await reply.json()) as { items: { uuid_hash: string }[] };
  expect(items).toHaveLength(1);
  const uuid = items[0]?.uuid_hash ?? "";
  await openPage(page, `/en${community}/items/${uuid}`);
  await page.getByRole("link", { name: en("communities.answer_too"), exact: true }).click();
  await form.getByRole("textbox").fill("Rain.");
  await loseNextReply(page, `**/items/${uuid}/answers`);
  const sendAnswer = form.getByRole("button", { name: en("answers.send") });
  await sendAnswer.click();
  await expectLost(page);
  await sendAnswer.click();
  await page.waitForURL("**/en/q/*?answer_id=*");
  const answers = await page.request.get(`/api/v2/${communityInCalls}/items/${uuid}/answers`);
  expect((await answers.json()).pager.total_count).toBe(1);
});
