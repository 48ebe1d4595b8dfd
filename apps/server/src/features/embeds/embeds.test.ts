import { readFileSync } from "node:fs";
import { deleteAnswer, postAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { cardThemes } from "@toibako/contract/cards.ts";
import { locales } from "@toibako/contract/locales.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

// Yui answers; the visitor has no account.
const public_url = "https://box.example";
const site = await openSite({ public_url });
const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();

async function answer(body: string, text: string) {
  const question_id = await site.askQuestion(visitor, "yui", body);
  const { data } = await yui.send(postAnswer, { params: { question_id }, body: { text } });
  return { question_id, answer_id: data.answer.id };
}

const publicAnswer = await answer("<script>alert(1)</script> どう？", '"><img src=x>\n元気');
const sensitive = await answer("ここだけの話", "秘密の答え");
await yui.send(putSensitivity, {
  params: { id: sensitive.question_id },
  body: { is_ad_default: false },
});
const unanswered = await site.askQuestion(visitor, "yui", "まだの質問");

const getFrame = (uuid: string, locale = "ja", viewer = visitor) =>
  viewer.sendRaw("GET", `/embed/${locale}/${uuid}`);

const getOEmbed = (address: string, parameters = "") =>
  visitor.sendRaw<{ html: string; width: number; height: number }>(
    "GET",
    `/api/oembed?url=${encodeURIComponent(address)}${parameters}`,
  );

test.each(locales)(
  "WEB-06 an answer can be framed by any site in %s, and its page has no scripts",
  async (locale) => {
    const { status, headers, text } = await getFrame(publicAnswer.question_id, locale);
    expect(status).toBe(200);
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(headers["content-security-policy"]).toMatch(/frame-ancestors \*$/);
    expect(text).not.toMatch(/<(script|form|iframe|img)/);
    expect(text).toContain("&#60;script&#62;");
    expect(text).toContain(`href="${public_url}/${locale}/q/${publicAnswer.question_id}"`);
  },
);

test("WEB-06 the framed page is the same for everybody and sets no cookie", async () => {
  const ofVisitor = await getFrame(publicAnswer.question_id);
  const ofYui = await getFrame(publicAnswer.question_id, "ja", yui);
  expect(ofYui.text).toBe(ofVisitor.text);
  for (const { headers } of [ofVisitor, ofYui]) {
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["cache-control"]).toBe("public, max-age=300");
    expect(headers.vary).toBeUndefined();
  }
});

test("WEB-06 SHARE-01 the framed letter has the theme of the account, with the colours of the pages", async () => {
  const stationery = readFileSync(
    new URL("../../../../web/src/stationery.css", import.meta.url),
    "utf8",
  );
  for (const card_theme of cardThemes) {
    await yui.send(putUser, { body: { card_theme } });
    const { text } = await getFrame(publicAnswer.question_id);
    expect(text).toContain(`<div class="letter ${card_theme}">`);
    const [, block = ""] = stationery.split(`[data-card-theme="${card_theme}"] {`);
    const readColor = (token: string) => new RegExp(`--${token}: ([^;]+);`).exec(block)?.[1];
    expect(text).toContain(
      `.${card_theme}{--paper:${readColor("paper")};--line:${readColor("paper-line")};--ink:${readColor("ink-on-paper")}}`,
    );
  }
});

test("WEB-06 a sensitive, unanswered, deleted or unknown question has no frame and no oEmbed description", async () => {
  const deleted = await answer("消す質問", "消す答え");
  await yui.send(deleteAnswer, { params: { id: deleted.answer_id } });
  const ids = [sensitive.question_id, unanswered, deleted.question_id, "nowhere"];
  for (const uuid of ids) {
    for (const viewer of [visitor, yui]) {
      const { status, text, headers } = await getFrame(uuid, "ja", viewer);
      expect([status, headers["x-frame-options"]]).toEqual([404, undefined]);
      expect(text).toContain("この回答は表示できません");
      expect(text).not.toMatch(/ここだけ|秘密|まだの|消す/);
    }
    expect((await getOEmbed(`${public_url}/ja/q/${uuid}`)).status).toBe(404);
  }
  expect((await getFrame(publicAnswer.question_id, "xx")).status).toBe(404);
});

test("WEB-06 oEmbed describes the frame of a question's page", async () => {
  const { status, data } = await getOEmbed(
    `${public_url}/en/q/${publicAnswer.question_id}?page=2#latests`,
  );
  expect(status).toBe(200);
  expect(data).toMatchObject({
    version: "1.0",
    type: "rich",
    provider_name: "Toibako",
    author_name: "yui",
    author_url: `${public_url}/en/yui`,
    width: 560,
    height: 420,
  });
  expect(data.html).toContain(`src="${public_url}/embed/en/${publicAnswer.question_id}"`);
  expect(data.html).toContain('width="560" height="420"');
  expect(data.html).not.toContain("<script");
});

test("WEB-06 oEmbed obeys the maximum width, and refuses other formats and addresses", async () => {
  const address = `${public_url}/en/q/${publicAnswer.question_id}`;
  const small = await getOEmbed(address, "&format=json&maxwidth=320&maxheight=99999");
  expect([small.data.width, small.data.height]).toEqual([320, 420]);
  expect((await getOEmbed(address, "&format=xml")).status).toBe(501);
  const { question_id } = publicAnswer;
  for (const other of [
    `https://evil.example/en/q/${question_id}`,
    `${public_url}.evil.example/en/q/${question_id}`,
    `${public_url}/en/yui`,
    `${public_url}/xx/q/${question_id}`,
    "",
  ]) {
    expect((await getOEmbed(other)).status).toBe(404);
  }
});

test("WEB-06 replies other than embedded pages may not be framed", async () => {
  for (const url of [
    "/robots.txt",
    "/api/v2/users/me",
    "/healthz",
    "/ja/yui/feed.atom",
    "/nothing",
  ]) {
    expect((await visitor.sendRaw("GET", url)).headers["x-frame-options"]).toBe("DENY");
  }
});
