import { postAnswer } from "@toibako/contract/answers.ts";
import { listItems } from "@toibako/contract/items.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { expect, test, vi } from "vitest";
import type { PageSource } from "#platform/pages/pages.ts";
import { openSite } from "#platform/testing/site.ts";

let calls: [endpoint: typeof listItems | typeof getUser, input: object][] = [];

/** Renders pages that consist of the replies to `calls`. */
const source: PageSource = {
  assets: { renderTags: () => ({ starter: "", files: "" }) },
  load: async () => ({
    getKnownAddress: (url) => url,
    isSameForVisitors: () => false,
    hasSecretAddress: () => false,
    hasCardForm: () => false,
    render: async ({ transport }) => {
      const replies = await Promise.all(calls.map((call) => transport(...call)));
      const html = JSON.stringify(replies.map(({ data }) => data));
      return { status: 200, html, varies_by_language: false };
    },
  }),
};

const site = await openSite({}, { pages: source });
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
await site.registerPerson("nao");

for (let number = 1; number <= 4; number++) {
  const question_id = await site.askQuestion(kenta, "yui", `質問${number}`);
  await yui.send(postAnswer, { params: { question_id }, body: { text: `答え${number}` } });
}

/** Opens a page as Kenta. Returns its replies and the number of statements, without the one that reads his session. */
async function openPage() {
  const execute = vi.spyOn(site.services.db, "query").mockClear();
  const { text } = await kenta.sendRaw("GET", "/ja/page", undefined, { accept: "text/html" });
  return { replies: JSON.parse(text), statements: execute.mock.calls.length - 1 };
}

const createListInput = (account: string, page: string) => ({ query: { account, page } });
const createProfileInput = (id: string) => ({ params: { id } });

// Afterwards the process knows what all pages share.
await openPage();

test("PROF-21 a page reads a profile and its items in one statement, and gets the same replies as over HTTP", async () => {
  // Nao has no items, and "YUI" is another spelling of the handle.
  for (const account of ["yui", "nao", "YUI"]) {
    calls = [
      [listItems, createListInput(account, "1")],
      [getUser, createProfileInput(account)],
    ];
    const page = await openPage();
    expect(page.statements).toBe(1);
    expect(page.replies).toEqual([
      (await kenta.send(listItems, createListInput(account, "1"))).data,
      (await kenta.send(getUser, createProfileInput(account))).data,
    ]);
  }
});

test("PROF-21 further pages of the list, and other accounts, are read by statements of their own", async () => {
  calls = [
    [listItems, createListInput("yui", "1")],
    [listItems, createListInput("yui", "2")],
    [getUser, createProfileInput("yui")],
    [getUser, createProfileInput("nao")],
  ];
  const page = await openPage();
  expect(page.statements).toBe(3);
  expect(page.replies).toEqual([
    (await kenta.send(listItems, createListInput("yui", "1"))).data,
    (await kenta.send(listItems, createListInput("yui", "2"))).data,
    (await kenta.send(getUser, createProfileInput("yui"))).data,
    (await kenta.send(getUser, createProfileInput("nao"))).data,
  ]);
});

test("PROF-21 the items of an account are not found by its id, so its profile is read by a statement of its own", async () => {
  const { rows } = await site.services.database.executeSql(
    "select id from users where account = 'yui'",
  );
  const { id } = rows[0] as { id: string };
  calls = [
    [listItems, createListInput(id, "1")],
    [getUser, createProfileInput(id)],
  ];
  const { replies } = await openPage();
  expect(replies[0].error.code).toBe("not_found");
  expect(replies[1].user.account).toBe("yui");
});
