import type { Page } from "@playwright/test";
import type { Room } from "@toibako/contract/rooms.ts";
import { answerQuestion, registerAccount, sendQuestions } from "./calls.ts";
import { expect, openPage, test } from "./fixture.ts";
import { joinRoom, postInRoom } from "./room-calls.ts";
import { postMessages, registerWriter, startTalk } from "./talk-calls.ts";
import { en } from "./texts.ts";

// If a payload runs, it sets a data attribute of the page; the last two would leave the site instead.
const mark = "document.documentElement.dataset.ran=1";
const payloads = [
  `<script>${mark}</script>`,
  `</script><script>${mark}</script>`,
  `<img src=x onerror="${mark}">`,
  `"><svg onload="${mark}">`,
  `'-(${mark})-'`,
  `<a href="javascript:${mark}">press</a>`,
  `javascript:${mark}`,
  `<!--<script>${mark}</script>-->`,
  `</title></textarea></style><script>${mark}</script>`,
  `<iframe srcdoc="<script>parent.${mark}</script>"></iframe>`,
  `{{constructor.constructor("${mark}")()}}`,
  `\u2028${mark}\u2029//`,
  `</p><form action="https://evil.invalid"><button>press</button></form>`,
  `<meta http-equiv="refresh" content="0;url=https://evil.invalid">`,
];

async function expectNothingRan(page: Page) {
  expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined();
  await expect(
    page.locator("iframe, main form[action^=http], main a[href^=javascript]"),
  ).toHaveCount(0);
  expect(new URL(page.url()).hostname).toBe("localhost");
}

/** Removes the line separators at the beginning and the end of a text, which pages don't show. */
const trimSeparators = (body: string) => body.replace(/^[\u2028\u2029]+|[\u2028\u2029]+$/g, "");

test("ASK-04 ANS-01 scripts in questions and answers are shown as text and never run", async ({
  page,
  request,
}) => {
  const account = await registerAccount(page.request);
  await sendQuestions(request, account, ...payloads);
  await openPage(page, "/en/box");
  const headings = page.getByRole("article").getByRole("heading");
  await expect(headings).toHaveCount(payloads.length);
  const bodies = await headings.allTextContents();
  expect(new Set(bodies)).toEqual(new Set(payloads.map(trimSeparators)));
  await expectNothingRan(page);

  const uuids: string[] = [];
  for (const payload of payloads)
    uuids.push(await answerQuestion(page.request, trimSeparators(payload), payload));
  const answers = new Set<string>();
  for (let number = 1; number <= Math.ceil(payloads.length / 3); number += 1) {
    await openPage(page, `/en/${account}?page=${number}`);
    const articles = page.getByRole("article");
    for (const text of await articles.locator("p").allTextContents()) answers.add(text);
    await expectNothingRan(page);
  }
  expect(answers).toEqual(new Set(payloads.map(trimSeparators)));
  // On a question's page, the title and the description contain the texts as well. A sample is tried there.
  for (const index of [1, 2, 8, 11]) {
    const payload = trimSeparators(payloads[index] ?? "");
    await openPage(page, `/en/q/${uuids[index]}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(payload);
    expect(await page.getByRole("article").first().locator("p").allTextContents()).toContain(
      payload,
    );
    expect(await page.title()).toContain(payload.slice(0, 30));
    await expectNothingRan(page);
  }
});

test("ASK-04 scripts in a name are shown as text on the page, in its title and in the form", async ({
  page,
  request,
}) => {
  for (const name of [
    `"><script>alert(1)</script>`,
    "<img src=x onerror=alert(1)>",
    "'\"`{n}</title>",
  ]) {
    const account = await registerAccount(request, "en", name);
    await sendQuestions(page.request, account, "Who?");
    await answerQuestion(request, "Who?", "Me.");
    await openPage(page, `/en/${account}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    expect(await page.title()).toContain(name);
    await expect(page.getByRole("textbox")).toHaveAttribute(
      "placeholder",
      en("questions.placeholder", { name }),
    );
    await openPage(page, "/en/not_login_user");
    await expect(page.getByRole("link", { name })).not.toHaveCount(0);
    await expectNothingRan(page);
  }
});

test("PROF-02 scripts in an introduction are shown as text", async ({ page, request }) => {
  const account = await registerAccount(request, "en", "Mina");
  await sendQuestions(page.request, account, "Who?");
  await answerQuestion(request, "Who?", "Me.");
  const introduction = payloads.slice(0, 6).join("\n");
  await page.route("**/api/v1/user/*", async (route) => {
    const response = await route.fetch();
    const { user } = await response.json();
    await route.fulfill({ response, json: { user: { ...user, self_introduction: introduction } } });
  });
  await openPage(page, "/en/not_login_user");
  await page.getByRole("link", { name: "Mina" }).click();
  await expect(page.getByRole("heading", { name: "Mina", level: 1 })).toBeVisible();
  expect(await page.locator("main p").allTextContents()).toContain(introduction);
  await expectNothingRan(page);
});

/** Expects that the conversation on the page has all payloads as texts, and nothing else of them. */
async function expectPayloadsInRows(page: Page) {
  const rows = page.locator("[data-message]");
  for (const payload of payloads)
    await expect(rows.filter({ hasText: trimSeparators(payload) }).first()).toBeVisible();
  await expect(rows.locator("a[href^=javascript], form, iframe, img[onerror]")).toHaveCount(0);
  await expectNothingRan(page);
}

test("TALK-13 TALK-31 scripts in messages and names of a talk are shown as text and never run", async ({
  page,
  openBrowser,
}) => {
  const name = "<img src=x onerror=1>";
  const receiver = await registerWriter(page.request, "en", name);
  const starter = await openBrowser();
  await registerWriter(starter.request, "en", name);
  const uuid = await startTalk(starter.request, receiver);
  await postMessages(starter.request, uuid, "Hello");
  // A reply makes the addresses of the talk links, which is where a script could be one.
  await postMessages(page.request, uuid, "Hello");
  await postMessages(starter.request, uuid, ...payloads);
  for (const reader of [page, starter]) {
    await openPage(reader, `/en/me/talks/${uuid}`);
    await expectPayloadsInRows(reader);
  }
  await expect(starter.getByRole("heading", { name })).toBeVisible();
  await openPage(page, "/en/me/talks");
  await expect(page.getByText(trimSeparators(payloads.at(-1) ?? "")).first()).toBeVisible();
  await expectNothingRan(page);
});

test("ROOM-05 ROOM-09 scripts in messages and names of a room are shown as text and never run", async ({
  page,
}) => {
  await registerWriter(page.request, "ja");
  const reply = await page.request.get("/api/v2/group_talks/joinable?locale=ja");
  const rooms = (await reply.json()).group_talks as Room[];
  const room = rooms.find(({ room_type }) => room_type === "official");
  if (!room) throw new Error("no official room");
  // Names are short, and nobody else has this one.
  const name = `<b onclick=1>${Date.now() % 1_000_000}`;
  await joinRoom(page.request, room, name);
  await postInRoom(page.request, room.uuid, ...payloads);
  await openPage(page, `/ja/me/group_talks/${room.uuid}`);
  await expectPayloadsInRows(page);
  await openPage(page, "/ja/me/talks?tab=rooms");
  await expect(page.getByText(trimSeparators(payloads.at(-1) ?? "")).first()).toBeVisible();
  await expectNothingRan(page);
});
