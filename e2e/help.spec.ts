import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Locale, locales } from "@toibako/contract/locales.ts";
import { fillFigures } from "../apps/web/vite/figures.ts";
import { sendRequest } from "./calls.ts";
import { delayRequests, expect, openPage, test } from "./fixture.ts";
import { createHandle, password } from "./people.ts";
import { translate } from "./texts.ts";

const inquiries = "**/api/v2/inquiries";
const services = [
  "toibako",
  "twitter",
  "instagram",
  "facebook",
  "line",
  "tiktok",
  "weibo",
  "kakao",
];
const helpText = (key: string, values = {}) => translate("en", `help.${key}`, values);

/** Returns the questions of the help page, and the first paragraph and the whole text of each answer. */
function readFaq(locale: Locale) {
  const file = new URL(`../apps/web/src/locales/${locale}/pages/faq.md`, import.meta.url);
  const parts = fillFigures(readFileSync(file, "utf8"))
    .replace(/^## .*$/gm, "")
    .split("### ")
    .slice(1);
  return parts.map((text) => {
    const [question = "", answer = ""] = text.trim().split("\n\n");
    return { question, answer, text };
  });
}

for (const locale of locales) {
  test(`SHELL-08 SHELL-25 SHELL-26 ${locale}: the help pages and the guide of each service exist and have their headings`, async ({
    page,
    request,
  }) => {
    for (const [path, key] of [
      ["hp", "hp"],
      ["inquiry", "inquiry"],
      ["guide", "guide_title"],
      ["itr", "itr"],
    ]) {
      const response = await page.goto(`/${locale}/${path}`);
      expect(response?.status(), path).toBe(200);
      const heading = page.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText(translate(locale, `help.${key}`));
    }
    for (const service of services) {
      const html = await (await request.get(`/${locale}/itr?service=${service}`)).text();
      const name = translate(locale, `help.service_${service}`);
      const title =
        service === "toibako"
          ? translate(locale, "help.itr_toibako_title")
          : translate(locale, "help.itr_title", { service: name });
      expect(html).toContain(`${title}</h1>`);
      // Each guide has three steps.
      expect(html.match(/<ol .*?<\/ol>/s)?.[0].match(/<li/g)).toHaveLength(3);
    }
  });
}

test("SHELL-08 the menu's guide lists the services, and the address of an unknown service redirects to the list", async ({
  page,
}) => {
  await openPage(page, "/en/fxp/terms");
  await page.getByRole("button", { name: translate("en", "shell.menu") }).click();
  await page.getByRole("button", { name: translate("en", "shell.usage_guide") }).click();
  const modal = page.getByRole("dialog", { name: helpText("itr") });
  for (const service of services) {
    const link = modal.getByRole("link", { name: helpText(`service_${service}`), exact: true });
    await expect(link).toHaveAttribute("href", `/en/itr?service=${service}`);
  }
  await modal.getByRole("link", { name: helpText("service_line"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    helpText("itr_title", { service: "LINE" }),
  );
  await expect(modal).toHaveCount(0);
  await page.goto("/en/itr?service=nowhere");
  await expect(page).toHaveURL(/\/en\/itr$/);
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(services.length);
});

test("SHELL-15 the operator's text replaces the text of a page, and HTML in it is shown as plain text", async ({
  page,
}) => {
  const folder = join(process.env.E2E_DATA_DIR ?? "", "pages/th");
  mkdirSync(folder, { recursive: true });
  const own = "## Our house\n\nRun by <b>Mina</b>.\n\n- Kind\n- Calm\n";
  writeFileSync(join(folder, "company.md"), own);
  await openPage(page, "/th/fxp/company");
  const article = page.getByRole("main").getByRole("article");
  await expect(article.getByRole("heading", { level: 2 })).toHaveText(["Our house"]);
  await expect(article.getByText("Run by <b>Mina</b>.")).toBeVisible();
  await expect(article.getByRole("listitem")).toHaveText(["Kind", "Calm"]);
});

test("SHELL-26 an answer of the help page opens below its question, also without scripts, and is found by its words", async ({
  page,
  browser,
}) => {
  await openPage(page, "/en/hp");
  const entries = readFaq("en");
  const [first] = entries;
  const question = page.getByRole("heading", { name: first!.question, exact: true });
  const answer = page.getByText(first!.answer);
  await expect(answer).toBeHidden();
  await question.click();
  await expect(answer).toBeVisible();
  await question.click();
  await expect(answer).toBeHidden();

  const search = page.getByRole("searchbox", { name: helpText("search") });
  await search.fill("ＣＯＯＫＩＥ  nonsense");
  await expect(page.getByRole("heading", { name: helpText("not_found_title") })).toBeVisible();
  await search.fill("ＣＯＯＫＩＥ");
  const matching = entries.filter(({ text }) => /cookie/i.test(text));
  await expect(page.locator("details[open]")).toHaveCount(matching.length);
  await expect(page.locator("details[open] h3")).toHaveText(
    matching.map(({ question }) => question),
  );
  await search.fill("");
  // A further `details` element shows the licence of the geolocation data.
  await expect(page.locator("details")).toHaveCount(entries.length + 1);
  await expect(page.locator("details[open]")).toHaveCount(0);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const pageWithoutScripts = await context.newPage();
  await pageWithoutScripts.goto("/ja/hp");
  const last = readFaq("ja").at(-1);
  await pageWithoutScripts.getByRole("heading", { name: last!.question }).click();
  await expect(pageWithoutScripts.getByText(last!.answer)).toBeVisible();
  await context.close();
});

test("SHELL-26 the help page shows the licence of the geolocation data, and links to the contact form except with `?app_faq=1`", async ({
  page,
}) => {
  await openPage(page, "/en/hp");
  const main = page.getByRole("main");
  await main.getByRole("heading", { name: helpText("geo_title") }).click();
  await expect(
    main.getByText("This product includes GeoLite2 Data created by MaxMind"),
  ).toBeVisible();
  const support = main.getByRole("link", { name: helpText("to_inquiry") });
  await support.click();
  await expect(page).toHaveURL(/\/en\/inquiry$/);
  await page.goto("/en/hp?app_faq=1");
  await expect(main.getByRole("heading", { name: helpText("geo_title") })).toBeVisible();
  await expect(support).toHaveCount(0);
});

test("SHELL-25 the fields of an inquiry are validated, and the inquiry is sent once and confirmed with the next steps", async ({
  page,
}) => {
  await openPage(page, "/en/inquiry");
  const send = page.getByRole("button", { name: helpText("send"), exact: true });
  const email = page.getByLabel(helpText("email"), { exact: true });
  const body = page.getByLabel(helpText("body"), { exact: true });
  await send.click();
  await expect(page.getByText(helpText("required"))).toHaveCount(3);
  await expect(email).toBeFocused();
  await email.fill("mei at example");
  await body.fill("あ".repeat(2001));
  await send.click();
  await expect(page.getByText(helpText("email_invalid"))).toBeVisible();
  await expect(page.getByText("Please keep it to 2,000 characters.")).toBeVisible();

  await email.fill("mei@example.com");
  await page.getByLabel(helpText("topic"), { exact: true }).selectOption(helpText("topic_usage"));
  await body.fill("How do I begin?");
  const release = await delayRequests(page, inquiries);
  const sent: unknown[] = [];
  page.on("request", (call) => {
    if (call.url().endsWith("/inquiries")) sent.push(call.postDataJSON());
  });
  await send.click();
  const sending = page.getByRole("button", { name: helpText("sending") });
  await expect(sending).toBeVisible();
  await sending.dispatchEvent("click");
  release();
  const thanks = page.getByRole("heading", { name: helpText("sent_title") });
  await expect(thanks).toBeFocused();
  // This site has no mail server, so the page promises no mail.
  await expect(page.getByText(helpText("sent_text_without_mail"))).toBeVisible();
  await expect(page.getByText(helpText("sent_next_without_mail"))).toBeVisible();
  expect(sent).toEqual([{ email: "mei@example.com", topic: "usage", body: "How do I begin?" }]);

  await page.getByRole("button", { name: helpText("another") }).click();
  await expect(body).toHaveValue("");
  await page.reload();
  await expect(body).toHaveValue("");
});

test("SHELL-25 the form of a signed-in account contains the account's email address", async ({
  page,
}) => {
  const account = createHandle("e2e");
  const person = { account, password, locale: "en", email: "mei@example.com" };
  expect((await sendRequest(page.request, "POST", "/acc/regist", person)).status()).toBe(201);
  await openPage(page, "/en/inquiry");
  await expect(page.getByLabel(helpText("email"), { exact: true })).toHaveValue("mei@example.com");
});

test.describe("inquiries and scripts that fail", () => {
  test.use({ tolerated: /Failed to load resource|dynamically imported module|no part/ });

  test("SHELL-25 a refused or lost inquiry shows an error and keeps the typed text, even after a reload", async ({
    page,
  }) => {
    await openPage(page, "/en/inquiry");
    const send = page.getByRole("button", { name: helpText("send"), exact: true });
    const body = page.getByLabel(helpText("body"), { exact: true });
    const email = page.getByLabel(helpText("email"), { exact: true });
    await email.fill("mei@example.com");
    await page.getByLabel(helpText("topic"), { exact: true }).selectOption("other");
    await body.fill("Still here?");

    const refused = { code: "invalid_fields", messages: ["?"], details: { email: ["Not this."] } };
    await page.route(inquiries, (route) =>
      route.fulfill({ status: 400, json: { error: refused } }),
    );
    await send.click();
    await expect(page.getByText("Not this.")).toBeVisible();
    await expect(email).toBeFocused();

    await page.route(inquiries, (route) => route.abort());
    await send.click();
    await expect(
      page.getByRole("alert").filter({ hasText: translate("en", "common.send_lost") }),
    ).toBeVisible();
    await expect(body).toHaveValue("Still here?");
    await page.reload();
    await expect(body).toHaveValue("Still here?");
  });

  test("SHELL-27 if the script of the animated introduction can't be loaded, an error is reported, and its picture and the page stay", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.route("**/assets/video-animation-*.js", (route) => route.abort());
    await openPage(page, "/en");
    const report = page.waitForRequest("**/api/v2/error_reports");
    await page.getByRole("button", { name: translate("en", "landing.video_play") }).click();
    expect((await report).postDataJSON()).toMatchObject({ route: "/$locale/" });
    const figure = page
      .getByRole("figure")
      .filter({ hasText: translate("en", "landing.video_text") });
    await expect(figure.getByText(translate("en", "landing.video_text"))).toBeVisible();
    await expect(figure.getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: translate("en", "landing.example_other") }).click();
    await expect(page.getByText(translate("en", "landing.question_2"))).toBeVisible();
  });

  test("SHELL-27 if the animated introduction can't be played, an error is reported", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openPage(page, "/en");
    await page.evaluate(() => document.querySelector("[data-part=pencil]")?.remove());
    const fault = page.waitForEvent("pageerror");
    await page.getByRole("button", { name: translate("en", "landing.video_play") }).click();
    expect((await fault).message).toContain('no part "pencil"');
    await expect(
      page.getByRole("button", { name: translate("en", "landing.video_play") }),
    ).toHaveCount(0);
  });
});

/** Counts the parts of the animated introduction that are moving. */
function countMovingParts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document
        .getAnimations()
        .map(({ effect }) => (effect as KeyframeEffect).target)
        .filter((target) => target instanceof Element && target.hasAttribute("data-part")).length,
  );
}

test("SHELL-27 the animated introduction plays as soon as it is visible, and returns to its start when it is stopped or ends", async ({
  page,
}) => {
  await openPage(page, "/en");
  const play = page.getByRole("button", { name: translate("en", "landing.video_play") });
  const stop = page.getByRole("button", { name: translate("en", "landing.video_pause") });
  const readCaptionOpacity = () =>
    page.locator("[data-part=caption_1]").evaluate((part) => getComputedStyle(part).opacity);
  await page.getByRole("figure").last().scrollIntoViewIfNeeded();
  await expect(stop).toBeVisible();
  await expect.poll(readCaptionOpacity).not.toBe("0");
  await stop.click();
  await expect(play).toBeVisible();
  await expect.poll(() => countMovingParts(page)).toBe(0);
  expect(await readCaptionOpacity()).toBe("0");

  // A press right after another one of the same button is ignored, on a busy machine for longer than usual.
  await expect(async () => {
    await play.click({ timeout: 1_000 });
    await expect(stop).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect.poll(readCaptionOpacity).not.toBe("0");
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(play).toBeVisible();
  await expect.poll(() => countMovingParts(page)).toBe(0);
  expect(await readCaptionOpacity()).toBe("0");
});

test("SHELL-27 with reduced motion the animated introduction doesn't play by itself, and playing it doesn't change its size", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, "/en");
  const figure = page.getByRole("figure").last();
  await figure.scrollIntoViewIfNeeded();
  const before = await figure.boundingBox();
  const play = page.getByRole("button", { name: translate("en", "landing.video_play") });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(play).toBeVisible();
  expect(await countMovingParts(page)).toBe(0);
  await play.click();
  await expect(
    page.getByRole("button", { name: translate("en", "landing.video_pause") }),
  ).toBeVisible();
  expect(await figure.boundingBox()).toEqual(before);
});
