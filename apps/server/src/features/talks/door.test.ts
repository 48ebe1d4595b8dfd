import type { Endpoint, Input } from "@toibako/contract/endpoint.ts";
import {
  listMessages,
  postMessage,
  readAllMessages,
  takeBackMessage,
} from "@toibako/contract/messages.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  getTalk,
  listTalks,
  postTalkReport,
  releaseTalk,
  removeTalk,
  showStarter,
  startTalk,
  updateTalk,
} from "@toibako/contract/talks.ts";
import { beforeEach, expect, test, vi } from "vitest";
import type { Events } from "#platform/events/events.ts";
import { openSite } from "#platform/testing/site.ts";
import { createMessageKey, createTalkCalls, type Person } from "#platform/testing/talks.ts";

/** The functions that are replaced by "yes" now, with what they return. */
const yes = vi.hoisted(() => new Map<string, unknown>());

/** Replaces the functions of a module: each returns its "yes" while there is one. */
const replaceFunctions = vi.hoisted(() => (module: object) => {
  const replaced = Object.entries(module).map(([name, value]) => [
    name,
    typeof value === "function"
      ? (...input: unknown[]) => (yes.has(name) ? yes.get(name) : value(...input))
      : value,
  ]);
  return Object.fromEntries(replaced);
});

vi.mock("./policy.ts", async (importOriginal) => replaceFunctions(await importOriginal<object>()));
vi.mock("../messages/policy.ts", async (importOriginal) =>
  replaceFunctions(await importOriginal<object>()),
);

const { routes } = await import("./routes.ts");
const policy = await import("./policy.ts");
const site = await openSite();
const { config, jobs } = site.services;
const { executeSql } = site.services.database;
const {
  createPerson,
  createTalk,
  startedTalk,
  post,
  findPk,
  findEventOwner,
  setColumns,
  fillFreeTalks,
} = createTalkCalls(site);

beforeEach(() => {
  yes.clear();
  config.has_payment = false;
});

/** A refused call, which is allowed as soon as one function says "yes". */
interface Refused {
  call: () => Promise<string>;
  yes: unknown;
}

/** Returns a call whose result is its status. */
const send =
  <E extends Endpoint>({ browser }: Person, endpoint: E, input: Input<E>) =>
  async () =>
    String((await browser.send(endpoint, input)).status);

/** A talk with a first message, whose receiver can't read it. */
async function createClosedTalk() {
  const [starter, receiver] = [await createPerson(), await createPerson()];
  await fillFreeTalks(receiver);
  const uuid = await startedTalk(starter, receiver);
  await post(starter, uuid, "読めない言葉");
  config.has_payment = true;
  return { starter, receiver, uuid };
}

/** A call by somebody else about a talk, who is taken for its starter as soon as the seal opens to their account. */
const createForeignCall =
  <E extends Endpoint>(
    endpoint: E,
    createInput: (talk: { uuid: string; key: string }) => Input<E>,
  ) =>
  async (): Promise<Refused> => {
    const { starter, receiver, uuid } = await createTalk();
    const key = createMessageKey();
    await post(starter, uuid, "ふたりだけの言葉", key);
    await post(receiver, uuid, "はい");
    const other = await createPerson();
    return { call: send(other, endpoint, createInput({ uuid, key })), yes: await findPk(other) };
  };

const typeMessage = (talk_uuid: string) => ({
  body: { message: { talk_uuid, body: "こんにちは", key: createMessageKey() } },
});

/**
 * For each route that a rule guards: calls that are refused by one function, and by nothing else. Each creates what the
 * call needs.
 */
const refusedCalls: Record<string, Record<string, () => Promise<Refused>>> = {
  startTalk: {
    // A talk that exists is found without looking at the receiver.
    findOwnRefusal: async () => {
      const { starter, receiver } = await createTalk();
      await setColumns(starter.account, { is_message_tos_showed: false });
      const body = { talk: { account: receiver.account } };
      return { call: send(starter, startTalk, { body }), yes: undefined };
    },
    findStartRefusal: async () => {
      const [starter, receiver] = [
        await createPerson(),
        await createPerson({ is_receive_dm: false }),
      ];
      const body = { talk: { account: receiver.account } };
      return { call: send(starter, startTalk, { body }), yes: undefined };
    },
  },
  postMessage: {
    findPostRefusal: async () => {
      const { starter, receiver, uuid } = await createTalk();
      await post(starter, uuid, "1");
      await receiver.browser.send(updateTalk, { params: { uuid }, body: { is_ended: true } });
      return { call: send(starter, postMessage, typeMessage(uuid)), yes: undefined };
    },
    isViewable: async () => {
      const { receiver, uuid } = await createClosedTalk();
      return { call: send(receiver, postMessage, typeMessage(uuid)), yes: true };
    },
    countMessagesLeft: async () => {
      const { starter, uuid } = await createTalk();
      for (const body of ["1", "2", "3"]) await post(starter, uuid, body);
      return { call: send(starter, postMessage, typeMessage(uuid)), yes: null };
    },
    unsealStarter: createForeignCall(postMessage, ({ uuid }) => typeMessage(uuid)),
  },
  listMessages: {
    isViewable: async () => {
      const { receiver, uuid } = await createClosedTalk();
      return { call: send(receiver, listMessages, { query: { uuid } }), yes: true };
    },
    unsealStarter: createForeignCall(listMessages, ({ uuid }) => ({ query: { uuid } })),
  },
  readAllMessages: {
    isViewable: async () => {
      const { receiver, uuid } = await createClosedTalk();
      return { call: send(receiver, readAllMessages, { params: { uuid } }), yes: true };
    },
    unsealStarter: createForeignCall(readAllMessages, ({ uuid }) => ({ params: { uuid } })),
  },
  takeBackMessage: {
    mayTakeBack: async () => {
      const { starter, uuid } = await createTalk();
      const key = createMessageKey();
      await post(starter, uuid, "前の言葉", key);
      await executeSql(
        "update messages set posted_minute = posted_minute - interval '2 hours' where key = $1",
        [key],
      );
      return { call: send(starter, takeBackMessage, { params: { uuid, key } }), yes: true };
    },
    unsealStarter: createForeignCall(takeBackMessage, (params) => ({ params })),
  },
  // These two leave out what can't be read.
  listTalks: {
    isViewable: async () => {
      const { receiver } = await createClosedTalk();
      const call = async () => {
        const { text } = await receiver.browser.send(listTalks, {});
        return text.includes("読めない言葉") ? "200" : "403";
      };
      return { call, yes: true };
    },
  },
  getTalk: {
    isViewable: async () => {
      const { receiver, uuid } = await createClosedTalk();
      const call = async () => {
        const { text } = await receiver.browser.send(getTalk, { params: { uuid } });
        return text.includes("読めない言葉") ? "200" : "403";
      };
      return { call, yes: true };
    },
    unsealStarter: createForeignCall(getTalk, ({ uuid }) => ({ params: { uuid } })),
  },
  updateTalk: {
    unsealStarter: createForeignCall(updateTalk, ({ uuid }) => ({
      params: { uuid },
      body: { is_muted: true },
    })),
  },
  showStarter: {
    unsealStarter: createForeignCall(showStarter, ({ uuid }) => ({ params: { uuid } })),
  },
  releaseTalk: {
    unsealStarter: createForeignCall(releaseTalk, ({ uuid }) => ({ params: { uuid } })),
  },
  removeTalk: {
    unsealStarter: createForeignCall(removeTalk, ({ uuid }) => ({ params: { uuid } })),
  },
  postTalkReport: {
    unsealStarter: createForeignCall(postTalkReport, ({ uuid }) => ({
      body: { uuid, mode: "report" as const },
    })),
  },
};

/** Routes that concern nothing but what the caller themselves has written or accepted. */
const unguardedRoutes = ["acceptMessageTerms", "listTalkReports"];

test("TALK-04 every route of talks and messages has a rule in this file, or needs none", () => {
  const names = routes.map(({ endpoint }) => endpoint.name);
  expect(names.length).toBeGreaterThan(10);
  expect([...Object.keys(refusedCalls), ...unguardedRoutes].sort()).toEqual(names.sort());
});

test("TALK-04 every rule of the policy of talks guards a route, the notices or the hints", () => {
  const guarding = Object.values(refusedCalls).flatMap((calls) => Object.keys(calls));
  const functions = Object.entries(policy).flatMap(([name, value]) =>
    typeof value === "function" ? [name] : [],
  );
  const known = new Set([...guarding, "causesNotice", "isPartnerTold", "sealStarter"]);
  expect(functions.filter((name) => !known.has(name))).toEqual([]);
});

const cases = Object.entries(refusedCalls).flatMap(([route, calls]) =>
  Object.entries(calls).map(([name, create]) => ({ route, name, create })),
);

test.each(cases)(
  "TALK-04 TALK-22 $route is refused by $name, and by nothing else",
  async ({ name, create }) => {
    const refused = await create();
    expect(await refused.call()).toMatch(/^4(03|04|09|12)$/);
    yes.set(name, refused.yes);
    expect(await refused.call()).toMatch(/^20[014]$/);
  },
);

test("NOTE-08 TALK-04 the notice and the push of a muted talk are refused by causesNotice, and by nothing else", async () => {
  const { starter, receiver, uuid } = await createTalk();
  // The jobs of the earlier tests.
  await jobs.drain();
  await post(starter, uuid, "1");
  await receiver.browser.send(updateTalk, { params: { uuid }, body: { is_muted: true } });
  const listKinds = async () => {
    await jobs.drain();
    const { notices } = (await receiver.browser.send(listNotices, {})).data;
    return notices.map(({ kind }) => kind);
  };
  const pushJob = site.jobs.find(({ definition }) => definition.name === "send_push");
  if (!pushJob) throw new Error("no job sends pushes");
  const sendPush = vi.spyOn(pushJob, "run");
  expect(await listKinds()).not.toContain("new_talk_message");
  expect(sendPush).not.toHaveBeenCalled();
  yes.set("causesNotice", true);
  await post(starter, uuid, "2");
  expect(await listKinds()).toContain("new_talk_message");
  expect(sendPush).toHaveBeenCalledOnce();
});

test("TALK-12 SAFE-01 the hint of a talk that waits is refused by isPartnerTold, and by nothing else", async () => {
  const [starter, receiver] = [await createPerson(), await createPerson()];
  await setColumns(receiver.account, { calm_until: "2999-01-01" });
  const uuid = await startedTalk(starter, receiver);
  await post(starter, uuid, "1");
  const { bus } = site.services;
  const owner = await findEventOwner(receiver);
  const hints = new Map<number, string[]>();
  bus.subscribe("stream", ({ owners, event }: Events["stream"]) => {
    if (event.kind !== "conversation" || event.data.uuid !== uuid) return;
    const { last_change } = event.data;
    hints.set(last_change, [...(hints.get(last_change) ?? []), ...owners]);
  });
  const isTold = async (body: string) => {
    const { last_change } = (await post(starter, uuid, body)).data.state;
    // One event for the starter, and one for the receiver or nobody.
    await vi.waitFor(() => expect(hints.get(last_change)).toHaveLength(2));
    return hints.get(last_change)?.includes(owner);
  };
  expect(await isTold("2")).toBe(false);
  yes.set("isPartnerTold", true);
  expect(await isTold("3")).toBe(true);
});
