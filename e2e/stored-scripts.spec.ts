import type { Page } from "@playwright/test";
import { answer, ask, enrol } from "./calls.ts";
import { expect, open, test } from "./fixture.ts";
import { text } from "./texts.ts";

// Each would leave a mark on the page if anything of it ran.
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

/** The lines of a text, as they stand in its element. */
const shown = (body: string) => body.replace(/^[\u2028\u2029]+|[\u2028\u2029]+$/g, "");

test("ASK-04 ANS-01 scripts in questions and answers are shown as text, and run nowhere", async ({
  page,
  request,
}) => {
  const account = await enrol(page.request);
  await ask(request, account, ...payloads);
  await open(page, "/en/box");
  const headings = page.getByRole("article").getByRole("heading");
  await expect(headings).toHaveCount(payloads.length);
  const bodies = await headings.allTextContents();
  expect(new Set(bodies)).toEqual(new Set(payloads.map(shown)));
  await expectNothingRan(page);

  const uuids: string[] = [];
  for (const payload of payloads) uuids.push(await answer(page.request, shown(payload), payload));
  const answers = new Set<string>();
  for (let number = 1; number <= Math.ceil(payloads.length / 3); number += 1) {
    await open(page, `/en/${account}?page=${number}`);
    const articles = page.getByRole("article");
    for (const text of await articles.locator("p").allTextContents()) answers.add(text);
    await expectNothingRan(page);
  }
  expect(answers).toEqual(new Set(payloads.map(shown)));
  // On a question's own page they stand in its title and description as well.
  for (const index of [1, 2, 8, 11]) {
    const payload = shown(payloads[index] ?? "");
    await open(page, `/en/q/${uuids[index]}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(payload);
    expect(await page.getByRole("article").first().locator("p").allTextContents()).toContain(
      payload,
    );
    expect(await page.title()).toContain(payload.slice(0, 30));
    await expectNothingRan(page);
  }
});

test("ASK-04 scripts in a name are shown as text, in page, title and form", async ({
  page,
  request,
}) => {
  for (const name of [
    `"><script>alert(1)</script>`,
    "<img src=x onerror=alert(1)>",
    "'\"`{n}</title>",
  ]) {
    const account = await enrol(request, "en", name);
    await ask(page.request, account, "Who?");
    await answer(request, "Who?", "Me.");
    await open(page, `/en/${account}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    expect(await page.title()).toContain(name);
    await expect(page.getByRole("textbox")).toHaveAttribute(
      "placeholder",
      text("en", "questions.placeholder", { name }),
    );
    await open(page, "/en/not_login_user");
    await expect(page.getByRole("link", { name })).not.toHaveCount(0);
    await expectNothingRan(page);
  }
});

test("PROF-02 scripts in an introduction are shown as text", async ({ page, request }) => {
  const account = await enrol(request, "en", "Mina");
  await ask(page.request, account, "Who?");
  await answer(request, "Who?", "Me.");
  const introduction = payloads.slice(0, 6).join("\n");
  await page.route("**/api/v1/user/*", async (route) => {
    const response = await route.fetch();
    const { user } = await response.json();
    await route.fulfill({ response, json: { user: { ...user, self_introduction: introduction } } });
  });
  await open(page, "/en/not_login_user");
  await page.getByRole("link", { name: "Mina" }).click();
  await expect(page.getByRole("heading", { name: "Mina", level: 1 })).toBeVisible();
  expect(await page.locator("main p").allTextContents()).toContain(introduction);
  await expectNothingRan(page);
});
