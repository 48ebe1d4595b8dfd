import { deleteAnswer, postAnswer, putAnswer, putSensitivity } from "@toibako/contract/answers.ts";
import { locales } from "@toibako/contract/locales.ts";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { createSecurityFile } from "./documents/static-documents.ts";

// Yui uses the site in German and answers; Kenta has no answers; Mei has answered and then left her account.
const public_url = "https://box.example";
const site = await openSite({ public_url });
const yui = await site.registerPerson("Yui", "dt");
await site.registerPerson("kenta");
const mei = await site.registerPerson("mei");
const visitor = site.openBrowser();

const get = (url: string, headers: Record<string, string> = {}) =>
  visitor.sendRaw("GET", url, undefined, { accept: "*/*", ...headers });

async function answer(answerer: typeof yui, account: string, body: string, text: string) {
  const question_id = await site.askQuestion(visitor, account, body);
  const { data } = await answerer.send(postAnswer, { params: { question_id }, body: { text } });
  return { question_id, answer_id: data.answer.id };
}

const publicAnswer = await answer(
  yui,
  "yui",
  "Tee & <Kaffee>?\nOder Saft?",
  "Tee.\n“Immer” & gern",
);
const sensitive = await answer(yui, "yui", "ここだけの話", "秘密の答え");
const deleted = await answer(yui, "yui", "消す質問", "消す答え");
const unanswered = await site.askQuestion(visitor, "yui", "まだの質問");
const answerOfMei = await answer(mei, "mei", "メイへの質問", "メイの答え");
await yui.send(putSensitivity, {
  params: { id: sensitive.question_id },
  body: { is_ad_default: false },
});
await yui.send(deleteAnswer, { params: { id: deleted.answer_id } });
await site.services.database.executeSql("update users set left_at = now() where account = 'mei'");

/** Reads the texts of all elements with this name; throws if the document isn't well-formed. */
function readElements(xml: string, name: string): string[] {
  const texts: string[] = [];
  const parser = new SaxesParser();
  let current: string | undefined;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    if (tag.name === name) current = "";
  });
  parser.on("text", (text) => {
    if (current !== undefined) current += text;
  });
  parser.on("closetag", (tag) => {
    if (tag.name === name && current !== undefined) texts.push(current);
    if (tag.name === name) current = undefined;
  });
  parser.write(xml).close();
  return texts;
}

test("WEB-01 robots.txt excludes API calls and private pages and names the sitemap", async () => {
  const { text, headers } = await get("/robots.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toContain("User-agent: *\n");
  for (const path of ["/api/", "/acc/", "/*/me/", "/*/box/", "/*/stg$", "/*/stg/", "/*/acc/"]) {
    expect(text).toContain(`\nDisallow: ${path}\n`);
  }
  expect(text).not.toMatch(/Disallow: \/(\n|\*\n)/);
  expect(text).toContain(`\nSitemap: ${public_url}/sitemap.xml\n`);
});

test("WEB-01 the sitemap lists the site's pages, public answers and profiles, and nothing hidden", async () => {
  const index = await get("/sitemap.xml");
  expect(index.headers["content-type"]).toBe("application/xml; charset=utf-8");
  const files = readElements(index.text, "loc");
  expect(files.slice(0, 3)).toEqual([
    `${public_url}/sitemap/pages.xml`,
    `${public_url}/sitemap/answers/0.xml`,
    `${public_url}/sitemap/profiles/0.xml`,
  ]);
  const [pages, answers, profiles] = await Promise.all(
    files.map(async (file) => (await get(new URL(file).pathname)).text),
  );
  expect(readElements(answers ?? "", "loc")).toEqual([
    `${public_url}/dt/q/${publicAnswer.question_id}`,
  ]);
  expect(readElements(profiles ?? "", "loc")).toEqual([`${public_url}/dt/Yui`]);
  const translated = readElements(pages ?? "", "loc");
  for (const locale of locales) {
    expect(translated).toContain(`${public_url}/${locale}`);
    expect(translated).toContain(`${public_url}/${locale}/fxp/terms`);
  }
  expect(pages?.match(/hreflang="de"/g)).toHaveLength(translated.length);
  for (const hidden of [
    sensitive.question_id,
    unanswered,
    answerOfMei.question_id,
    "mei",
    "kenta",
  ]) {
    expect(`${answers}${profiles}${pages}`).not.toContain(hidden);
  }
});

test("WEB-01 a sitemap file is compressed, and a cached file isn't read from the database again", async () => {
  const before = await get("/sitemap/answers/0.xml", { "accept-encoding": "gzip" });
  expect(before.headers).toMatchObject({
    "content-encoding": "gzip",
    "cache-control": "public, max-age=3600",
    vary: "Accept-Encoding",
  });
  const later = await answer(yui, "yui", "あとの質問", "あとの答え");
  const { text } = await get("/sitemap/answers/0.xml");
  expect(text).not.toContain(later.question_id);
  await yui.send(deleteAnswer, { params: { id: later.answer_id } });
});

test.each(["/sitemap/answers/1.xml", "/sitemap/answers/00.xml", "/sitemap/users/0.xml"])(
  "WEB-01 %s is not a file of the sitemap",
  async (url) => {
    expect((await get(url)).status).toBe(404);
  },
);

interface Manifest {
  name: string;
  icons: { sizes: string; purpose?: string }[];
  shortcuts: { name: string; url: string }[];
}

test.each(locales)("WEB-02 the manifest in %s is installable", async (locale) => {
  const { text, headers } = await get(`/manifest/${locale}.webmanifest`);
  expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  const manifest = JSON.parse(text) as Manifest;
  expect(manifest).toMatchObject({
    short_name: "Toibako",
    start_url: `/${locale}`,
    display: "standalone",
    lang: locale === "dt" ? "de" : locale,
  });
  expect(manifest.name).toContain("Toibako");
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual([
    "any",
    "192x192",
    "512x512",
    "512x512",
  ]);
  expect(manifest.icons.at(-1)?.purpose).toBe("maskable");
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
    `/${locale}/box`,
    `/${locale}/me/notices`,
  ]);
  expect(manifest.shortcuts.every(({ name }) => name.length > 0)).toBe(true);
});

test("WEB-03 security.txt names a contact and expires within a year", async () => {
  const { text, headers } = await get("/.well-known/security.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toContain(`Contact: ${public_url}/ja/inquiry\n`);
  expect(text).toContain(`Canonical: ${public_url}/.well-known/security.txt\n`);
  expect(text).toContain("Preferred-Languages: ja, en\n");
  const days = (Date.parse(/Expires: (.+)/.exec(text)?.[1] ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  const security_contact = "mailto:security@box.example";
  expect(createSecurityFile({ public_url, security_contact })).toContain(
    `Contact: ${security_contact}\n`,
  );
});

test("WEB-03 change-password redirects to the settings in the reader's language", async () => {
  const { status, location, headers } = await get("/.well-known/change-password", {
    "accept-language": "de-AT",
  });
  expect([status, location, headers.vary]).toEqual([
    302,
    "/dt/stg#password",
    "Cookie, Accept-Language",
  ]);
  const ofAccount = await yui.sendRaw("GET", "/.well-known/change-password");
  expect(ofAccount.location).toBe("/dt/stg#password");
});

test("WEB-05 the feed of a profile contains its public answers, newest first, and is well-formed", async () => {
  const later = await answer(yui, "yui", "二つ目の質問", "二つ目の答え");
  const { text, headers } = await get("/en/yui/feed.atom");
  expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(headers["cache-control"]).toBe("public, max-age=300");
  expect(readElements(text, "title")).toEqual([
    "Answers by Yui",
    "二つ目の質問",
    "Tee & <Kaffee>? Oder Saft?",
  ]);
  expect(readElements(text, "content").at(-1)).toBe(
    "<blockquote>Tee &#38; &#60;Kaffee&#62;?<br>Oder Saft?</blockquote><p>Tee.<br>“Immer” &#38; gern</p>",
  );
  expect(readElements(text, "id")).toEqual([
    `${public_url}/en/Yui/feed.atom`,
    `tag:box.example,2026:answer:${later.answer_id}`,
    `tag:box.example,2026:answer:${publicAnswer.answer_id}`,
  ]);
  expect(text).toContain(`href="${public_url}/en/q/${publicAnswer.question_id}"`);
  for (const hidden of ["ここだけの話", "秘密の答え", "消す", "まだの質問"]) {
    expect(text).not.toContain(hidden);
  }
});

test("WEB-05 the times in a feed are times of answers, never of questions", async () => {
  await site.services.database.executeSql(
    "update questions set asked_hour = '2020-02-02T02:00:00Z'",
  );
  const before = (await get("/ja/yui/feed.atom")).text;
  expect(before).not.toContain("2020-02-02");
  await yui.send(putAnswer, {
    params: { id: publicAnswer.answer_id },
    body: { text: "直した答え" },
  });
  const after = (await get("/ja/yui/feed.atom")).text;
  expect(readElements(after, "published")).toEqual(readElements(before, "published"));
  expect(readElements(after, "updated").at(-1)).not.toBe(readElements(before, "updated").at(-1));
});

test("WEB-05 an unchanged feed gets 304; an account without answers has an empty feed, and an unknown or left account has none", async () => {
  const { etag } = (await get("/ja/yui/feed.atom")).headers;
  const again = await get("/ja/yui/feed.atom", { "if-none-match": String(etag) });
  expect([again.status, again.text]).toEqual([304, ""]);
  expect(readElements((await get("/ja/kenta/feed.atom")).text, "entry")).toEqual([]);
  for (const url of ["/ja/mei/feed.atom", "/ja/nobody/feed.atom", "/xx/yui/feed.atom"]) {
    expect((await get(url)).status).toBe(404);
  }
});

test("WEB-05 ASK-04 a feed with rows from before the rules for typed texts is well-formed", async () => {
  await site.services.database.executeSql("update questions set body = $1 where uuid_hash = $2", [
    "古い\ufffe行\u0001",
    publicAnswer.question_id,
  ]);
  const { text } = await get("/ja/yui/feed.atom");
  expect(readElements(text, "title").at(-1)).toBe("古い行");
});
