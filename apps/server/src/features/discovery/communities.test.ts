import { putSensitivity } from "@toibako/contract/answers.ts";
import {
  postCommunityAnswer,
  postCommunityQuestion,
} from "@toibako/contract/communities/questions.ts";
import { locales } from "@toibako/contract/locales.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

// Kenta asks in German; Yui answers.
const public_url = "https://box.example";
const site = await openSite({ public_url });
const kenta = await site.registerPerson("kenta", "dt");
const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();

const games = { community_id: "games", category_id: "hobby" };
const gamesPage = "/communities/games/categories/hobby";

const ask = async (body: string) =>
  (await kenta.send(postCommunityQuestion, { params: games, body: { body } })).data.uuid_hash;

async function answer(uuid: string, body: string) {
  const { data } = await yui.send(postCommunityAnswer, {
    params: { ...games, uuid },
    body: { body },
  });
  return data.answer.id;
}

const setStatus = (uuid: string, status: string) =>
  site.services.database.executeSql("update questions set status = $2 where uuid_hash = $1", [
    uuid,
    status,
  ]);

const readAddresses = async (path: string) =>
  [...(await visitor.sendRaw("GET", path)).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address]) => address ?? "",
  );

/** Lists the addresses in the sitemap's files of communities. */
async function listCommunityAddresses() {
  const files = (await readAddresses("/sitemap.xml")).filter((file) =>
    file.includes("/communities/"),
  );
  const lists = await Promise.all(files.map((file) => readAddresses(new URL(file).pathname)));
  return lists.flat();
}

const shown = await ask("Was spielst du?");
const answer_id = await answer(shown, "Alles & <mehr>");
const held = await ask("Zurückgehalten");
await setStatus(held, "held");
// `community_questions` has no rows for held questions.
await site.services.database.executeSql(
  "delete from community_questions where question_pk = (select pk from questions where uuid_hash = $1)",
  [held],
);

test("WEB-01 COMM-42 the sitemap lists each community in every language, and its questions in their own language unless they are held", async () => {
  const addresses = await listCommunityAddresses();
  for (const locale of locales) {
    expect(addresses).toContain(`${public_url}/${locale}${gamesPage}`);
    expect(addresses).toContain(`${public_url}/${locale}${gamesPage}/items`);
  }
  const questions = addresses.filter((address) => /\/items\/./.test(address));
  expect(questions).toEqual([`${public_url}/dt${gamesPage}/items/${shown}`]);
  expect((await readAddresses("/sitemap/answers/0.xml")).join()).not.toContain(shown);
});

test("WEB-03 COMM-24 the feed of an account leads to its answer in the community", async () => {
  const { text } = await visitor.sendRaw<string>("GET", "/ja/yui/feed.atom");
  expect(text).toContain(`href="${public_url}/ja/q/${shown}?answer_id=${answer_id}"`);
});

test("WEB-06 COMM-24 another site embeds one answer of a community by its address", async () => {
  const address = `${public_url}/ja/q/${shown}?answer_id=${answer_id}`;
  const find = (url: string) =>
    visitor.sendRaw<{ html: string; title: string }>(
      "GET",
      `/api/oembed?url=${encodeURIComponent(url)}`,
    );
  const { data, status } = await find(address);
  expect(status).toBe(200);
  const frame = /src="([^"]*)"/.exec(data.html)?.[1] ?? "";
  expect(frame).toBe(`${public_url}/embed/ja/${shown}?answer_id=${answer_id}`);
  const page = await visitor.sendRaw("GET", frame.slice(public_url.length));
  expect(page.status).toBe(200);
  expect(page.text).toContain("Alles &#38; &#60;mehr&#62;");
  expect(page.text).toContain(`href="${address}"`);
  for (const search of ["", "?answer_id=", `?answer_id=${"A".repeat(22)}`]) {
    expect((await find(`${public_url}/ja/q/${shown}${search}`)).status).toBe(404);
    expect((await visitor.sendRaw("GET", `/embed/ja/${shown}${search}`)).status).toBe(404);
  }
});

test("PROF-07 COMM-45 a sensitive answer, or an answer to a deleted question, is in no feed and can't be embedded", async () => {
  const path = `/embed/ja/${shown}?answer_id=${answer_id}`;
  const readFeed = async () => (await visitor.sendRaw("GET", "/ja/yui/feed.atom")).text;
  await yui.send(putSensitivity, { params: { id: shown }, body: { is_ad_default: false } });
  expect(await readFeed()).not.toContain(shown);
  expect((await visitor.sendRaw("GET", path)).status).toBe(404);
  await yui.send(putSensitivity, { params: { id: shown }, body: { is_ad_default: true } });
  expect(await readFeed()).toContain(shown);
  await setStatus(shown, "deleted");
  expect(await readFeed()).not.toContain(shown);
  expect((await visitor.sendRaw("GET", path)).status).toBe(404);
});
