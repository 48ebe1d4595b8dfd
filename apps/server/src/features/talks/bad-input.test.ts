import { register } from "@toibako/contract/accounts.ts";
import type { Endpoint, Input } from "@toibako/contract/endpoint.ts";
import { destroyAccount, leaveAccount } from "@toibako/contract/leaving.ts";
import { listMessages, readAllMessages, takeBackMessage } from "@toibako/contract/messages.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { putProfile } from "@toibako/contract/settings.ts";
import {
  getTalk,
  postTalkReport,
  releaseTalk,
  removeTalk,
  showStarter,
  startsPerDay,
  startTalk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import { expect, test } from "vitest";
import { costlyPosts, costlyTexts } from "#platform/testing/costly-texts.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { createMessageKey, createTalkCalls, type Person } from "#platform/testing/talks.ts";

const site = await openSite();
const { createPerson, createTalk, start, post, read, setColumns } = createTalkCalls(site);

/** A talk in which both have written. */
async function createAnsweredTalk() {
  const talk = await createTalk();
  await post(talk.starter, talk.uuid, "はじめまして");
  await post(talk.receiver, talk.uuid, "こんにちは");
  return talk;
}

/** Ways in which a participant makes that the other one can post no more. */
const endings: Record<string, (person: Person, uuid: string, partner: Person) => Promise<unknown>> =
  {
    ends: ({ browser }, uuid) =>
      browser.send(updateTalk, { params: { uuid }, body: { is_ended: true } }),
    blocks: ({ browser }, uuid) => browser.send(postTalkReport, { body: { uuid, mode: "block" } }),
    "blocks by name": ({ browser }, _, { account }) =>
      browser.send(postBlock, { body: { account } }),
    leaves: ({ browser }) => browser.send(leaveAccount, {}),
    "is destroyed": async ({ account, browser }) => {
      await browser.send(destroyAccount, { body: { account, password } });
      await site.services.jobs.drain();
      await site.services.jobs.drain();
    },
  };

test.each(["starter", "receiver"] as const)(
  "TALK-14 TALK-22 however a talk ends, the partner of the %s gets the same refusal, and a repeated key still finds its message",
  async (side) => {
    const refusals = new Set<string>();
    for (const [name, end] of Object.entries(endings)) {
      // The receiver of an anonymous starter must not notice what they could find out of an account.
      if (side === "starter" && ["leaves", "blocks by name"].includes(name)) continue;
      const talk = await createAnsweredTalk();
      const { uuid } = talk;
      const [ending, writer] =
        side === "starter" ? [talk.starter, talk.receiver] : [talk.receiver, talk.starter];
      const key = createMessageKey();
      const posted = await post(writer, uuid, "返事がとどかなかった", key);
      await end(ending, uuid, writer);
      const { status, text, headers } = await post(writer, uuid, "まだ？");
      expect([name, status]).toEqual([name, 403]);
      const { date: _, ...others } = headers;
      refusals.add(JSON.stringify([text, others]));
      const again = await post(writer, uuid, "返事がとどかなかった", key);
      expect([name, again.status]).toEqual([name, 201]);
      expect(again.data.message).toMatchObject({ key, number: posted.data.message.number });
      expect((await post(writer, uuid, "べつの言葉", key)).status).toBe(409);
    }
    expect([...refusals]).toHaveLength(1);
  },
);

test("TALK-14 the key of a message that was taken back returns it without its text, and posts nothing", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  const key = createMessageKey();
  await post(starter, uuid, "言いすぎた", key);
  await starter.browser.send(takeBackMessage, { params: { uuid, key } });
  for (const body of ["言いすぎた", "べつの言葉"]) {
    const again = await post(starter, uuid, body, key);
    expect(again.data.message).toMatchObject({ key, body: "", is_taken_back: true });
  }
  expect((await post(receiver, uuid, "言いすぎた", key)).status).toBe(409);
  expect((await read(receiver, uuid)).messages).toHaveLength(3);
});

test("TALK-14 a key is unique in its talk, not beyond", async () => {
  const [first, second] = [await createAnsweredTalk(), await createAnsweredTalk()];
  const key = createMessageKey();
  for (const { starter, uuid } of [first, second]) {
    expect((await post(starter, uuid, "おなじ鍵", key)).status).toBe(201);
  }
});

test("TALK-32 a message that is posted while the talk ends is stored or refused, and no later one is stored", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  const end = () =>
    receiver.browser.send(updateTalk, { params: { uuid }, body: { is_ended: true } });
  const texts = Array.from({ length: 6 }, (_, index) => `間に合う？${index}`);
  const half = texts.length / 2;
  const [before, , after] = await Promise.all([
    Promise.all(texts.slice(0, half).map((text) => post(starter, uuid, text))),
    end(),
    Promise.all(texts.slice(half).map((text) => post(starter, uuid, text))),
  ]);
  const replies = [...before, ...after];
  for (const { status } of replies) expect([201, 403]).toContain(status);
  const late = await post(starter, uuid, "もう遅い");
  const refused = replies.filter(({ status }) => status === 403);
  expect(new Set([...refused, late].map(({ text }) => text))).toHaveLength(1);
  const stored = replies.filter(({ status }) => status === 201);
  expect((await read(receiver, uuid)).messages).toHaveLength(2 + stored.length);
});

test("TALK-15 what is stored of an unusual text is what both read", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  const texts = {
    "one long word": ["a".repeat(1_000), "a".repeat(1_000)],
    emoji: ["👩🏽‍❤️‍💋‍👨🏿".repeat(1_000), "👩🏽‍❤️‍💋‍👨🏿".repeat(1_000)],
    "letters with marks": ["か\u3099".repeat(1_000), "が".repeat(1_000)],
    "direction overrides": ["\u202eabc\u202c\u2066def", "abcdef"],
    "lone surrogates": ["\ud83dx\udc4d", "x"],
    "control characters": ["a\u0000b\u0007c", "abc"],
    "line breaks": ["1\r\n2\n3", "1\n2\n3"],
    markup: ["<script>alert(1)</script>&amp;", "<script>alert(1)</script>&amp;"],
  };
  for (const [name, [typed = "", stored = ""]] of Object.entries(texts)) {
    const { status, data } = await post(starter, uuid, typed);
    expect([name, status, data.message?.body]).toEqual([name, 201, stored]);
    expect((await read(receiver, uuid)).messages[0]?.body).toBe(stored);
  }
});

test("TALK-15 costly texts are refused or stored, and none breaks the server", async () => {
  const { starter, uuid } = await createAnsweredTalk();
  for (const [name, text] of Object.entries({ ...costlyTexts, ...costlyPosts })) {
    const { status } = await post(starter, uuid, text);
    expect([201, 400, 413, 422], name).toContain(status);
  }
});

test("TALK-04 somebody else's talk, one that doesn't exist and an id that is none get the same reply from every call", async () => {
  const { starter, uuid } = await createAnsweredTalk();
  const key = createMessageKey();
  await post(starter, uuid, "ふたりだけ", key);
  const other = await createPerson();
  const send = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
    other.browser.send(endpoint, input);
  const callAll = async (id: string) => {
    const params = { uuid: id };
    return [
      await send(getTalk, { params }),
      await send(listMessages, { query: { uuid: id } }),
      await send(listMessages, { query: { uuid: id, after: "0" } }),
      await post(other, id, "わたしも", key),
      await send(takeBackMessage, { params: { uuid: id, key } }),
      await send(readAllMessages, { params }),
      await send(updateTalk, { params, body: { is_ended: true } }),
      await send(showStarter, { params }),
      await send(releaseTalk, { params }),
      await send(removeTalk, { params }),
      await send(postTalkReport, { body: { uuid: id, mode: "block" } }),
    ].map(({ status, text }) => `${status} ${text}`);
  };
  const foreign = await callAll(uuid);
  expect(new Set(foreign)).toHaveLength(1);
  expect(foreign[0]).toMatch(/^404 /);
  for (const id of ["AAAAAAAAAAAAAAAAAAAAAA", "0", "%00", "../me", uuid.toLowerCase()]) {
    if (id !== uuid) expect([id, await callAll(id)]).toEqual([id, foreign]);
  }
});

test("TALK-11 anything but a whole number is ignored as a number of messages or of the page", async () => {
  const { starter, uuid } = await createAnsweredTalk();
  const newest = await read(starter, uuid);
  const invalid = ["-1", "0x10", "NaN", "1e3", "１", " 1", "9".repeat(40), "", "null"];
  for (const text of invalid) {
    for (const query of [{ after: text }, { before: text }]) {
      expect([query, await read(starter, uuid, query)]).toEqual([query, newest]);
    }
  }
  expect((await read(starter, uuid, { before: "1" })).messages).toEqual([]);
  expect((await read(starter, uuid, { before: "999999999999999" })).messages).toHaveLength(2);
  expect((await read(starter, uuid, { after: "999999999999999" })).messages).toEqual([]);
  for (const page of ["0", "-1", "x", "999999999999999999999"]) {
    const { status } = await starter.browser.send(listMessages, { query: { uuid, page } });
    expect([page, status]).toEqual([page, 200]);
  }
});

test("TALK-18 two devices that read at once never take a mark back", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  const device = { ...receiver, browser: await site.signInAgain(receiver.account) };
  const numbers: number[] = [];
  for (let index = 0; index < 6; index++) {
    numbers.push((await post(starter, uuid, String(index))).data.message.number);
  }
  const [first = 0] = numbers;
  const newest = Math.max(...numbers);
  const mark = ({ browser }: Person, number: number) =>
    browser.send(readAllMessages, { params: { uuid }, query: { up_to: String(number) } });
  await Promise.all(
    [newest, ...numbers, first].map((number, index) =>
      mark(index % 2 === 0 ? receiver : device, number),
    ),
  );
  expect((await read(device, uuid)).state.own_read_number).toBe(newest);
  await mark(device, first);
  expect((await read(starter, uuid)).state.partner_read_number).toBe(newest);
});

test("TALK-20 a birthday that is saved in another session decides from then on", async () => {
  const receiver = await createPerson();
  const save = (person: Person, year: number) =>
    person.browser.send(putProfile, {
      body: { user: { birthday_year: year, birthday_month: 5, birthday_day: 5 } },
    });
  for (const [year, expected] of [
    [1990, [201, undefined]],
    [new Date().getUTCFullYear() - 12, [403, "too_young"]],
  ] as const) {
    const person = await createPerson({ birthday: null });
    expect((await start(person, receiver)).error?.code).toBe("birth_date_needed");
    const elsewhere = { ...person, browser: await site.signInAgain(person.account) };
    expect((await save(elsewhere, year)).status).toBe(200);
    const again = await start(person, receiver);
    expect([again.status, again.error?.code]).toEqual(expected);
    // It can be set once, also by the session that doesn't know of it.
    expect((await save(person, 1980)).status).not.toBe(200);
  }
});

test("TALK-20 TALK-32 whoever turns out to be too young can post no more in the talks that they have", async () => {
  const { starter, receiver, uuid } = await createAnsweredTalk();
  await setColumns(receiver.account, { birthday: "2015-01-01" });
  expect((await post(receiver, uuid, "はい")).error?.code).toBe("too_young");
  expect((await post(starter, uuid, "はい")).error?.code).toBe("talk_refused");
});

test("TALK-34 an account starts ten talks a day; refused starts and talks that exist don't count", async () => {
  const limited = await openSite({ limit_factor: 1, trust_proxy: ["127.0.0.1"] });
  const people: Person[] = [];
  for (let index = 0; index < startsPerDay + 3; index++) {
    const person = { account: `limited_${index}`, browser: limited.openBrowser() };
    const body = { account: person.account, password, locale: "ja" } as const;
    const from = { "x-forwarded-for": `203.0.113.${index}` };
    expect((await person.browser.send(register, { body }, from)).status).toBe(201);
    people.push(person);
  }
  await limited.services.database.executeSql(
    `update users set birthday = '1990-05-05', is_message_tos_showed = true,
       is_receive_dm = account <> 'limited_1'`,
  );
  const [starter, refusing, ...receivers] = people;
  if (!(starter && refusing)) throw new Error("nobody is registered");
  const startWith = async ({ account }: Person) =>
    (await starter.browser.send(startTalk, { body: { talk: { account } } })).status;
  const statuses: number[] = [];
  for (const receiver of receivers) {
    statuses.push(await startWith(refusing), await startWith(receiver));
  }
  expect(statuses.filter((status) => status !== 403)).toEqual([
    ...Array(startsPerDay).fill(201),
    429,
  ]);
  expect(await startWith(receivers[0] ?? refusing)).toBe(201);
});
