import { login, logout } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { deleteFollow, postFollow } from "@toibako/contract/friends.ts";
import { postMessage } from "@toibako/contract/messages.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  deletePushDevice,
  getPush,
  type PushContent,
  putPushDevice,
  renewPushDevices,
} from "@toibako/contract/push.ts";
import { listBrowserAccounts } from "@toibako/contract/sessions.ts";
import { startTalk } from "@toibako/contract/talks.ts";
import { startPushService, type TestSubscription } from "@toibako/sandbox/push.ts";
import { afterAll, expect, test, vi } from "vitest";
import { isPublicAddress } from "#platform/http/public-addresses.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import { sendForm } from "#platform/testing/providers.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { enqueuePush } from "./commands.ts";
import {
  hashEndpoint,
  isInQuietHours,
  isPushEndpoint,
  sealSubscription,
  unsealSubscription,
} from "./policy.ts";

const service = await startPushService();
afterAll(() => service.close());
const push_stand_in = { origin: service.origin, certificate: service.certificate };
const site = await openSite({ push_stand_in });
const { jobs, db } = site.services;

type Person = Awaited<ReturnType<typeof site.registerPerson>>;
const defaultPreferences = { kinds: ["question", "answer", "notice"], quiet_hours: null } as const;

async function subscribe(person: Person, preferences: object = {}): Promise<TestSubscription> {
  const subscription = service.subscribe();
  const body = {
    ...subscription,
    ...defaultPreferences,
    kinds: [...defaultPreferences.kinds],
    ...preferences,
  };
  expect((await person.send(putPushDevice, { body })).status).toBe(200);
  return subscription;
}

/** Lists the contents that arrived at this subscription. */
function listContents({ endpoint }: TestSubscription): PushContent[] {
  const pushes = service.pushes.filter((push) => push.endpoint === endpoint);
  return pushes.map(({ text }) => JSON.parse(text) as PushContent);
}

const countRows = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from push_subscriptions`.execute(db))
    .rows[0]?.count;

test("SET-20 FRND-21 a follower who unfollows and follows again causes only one push", async () => {
  const ren = await site.registerPerson("ren_followed");
  const kai = await site.registerPerson("kai_following");
  const params = { account: "ren_followed" };
  const counts: number[] = [];
  for (let round = 0; round < 3; round++) {
    // A new subscription, because one gets at most one push of a kind in five minutes.
    const device = await subscribe(ren);
    await kai.send(postFollow, { params });
    await jobs.drain();
    await kai.send(deleteFollow, { params });
    await jobs.drain();
    counts.push(listContents(device).length);
  }
  expect(counts).toEqual([1, 0, 0]);
});

test("SET-20 a question and its answer are pushed to the devices of receiver and sender, without texts and names", async () => {
  const yui = await site.registerPerson("yui");
  const kenta = await site.registerPerson("kenta", "en");
  const [ofYui, ofKenta] = [await subscribe(yui), await subscribe(kenta)];
  const question_id = await site.askQuestion(kenta, "yui", "Which secret?");
  await jobs.drain();
  expect(listContents(ofYui)).toEqual([
    {
      account: "yui",
      kind: "question",
      title: "@yuiさんの問い箱",
      body: "新しい質問が届きました",
      path: "/ja/me/push?account=yui&kind=question",
    },
  ]);
  await yui.send(postAnswer, { params: { question_id }, body: { text: "None." } });
  await jobs.drain();
  expect(listContents(ofKenta)).toEqual([
    {
      account: "kenta",
      kind: "answer",
      title: "@kenta’s box",
      body: "Somebody answered a question you sent",
      path: "/en/me/push?account=kenta&kind=answer",
    },
  ]);
  expect(new Set(service.pushes.map(({ length }) => length)).size).toBe(1);
  const [push] = service.pushes;
  expect(push?.claims).toMatchObject({ aud: service.origin, sub: "mailto:no-reply@localhost" });
});

test("SET-20 NOTE-08 messages of a talk are pushed to both without texts and names, several in a row once, and only as the chosen kind", async () => {
  const accounts = ["aya_starter", "mika_receiver"] as const;
  const [aya, mika] = [
    await site.registerPerson(accounts[0], "en"),
    await site.registerPerson(accounts[1]),
  ];
  await sql`
    update users set birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true
    where account = any(${[...accounts]})`.execute(db);
  const kinds = ["message"];
  const [ofAya, ofMika] = [await subscribe(aya, { kinds }), await subscribe(mika, { kinds })];
  const others = await subscribe(await site.signInAgain(accounts[1]), { kinds: ["notice"] });
  const started = await aya.send(startTalk, { body: { talk: { account: accounts[1] } } });
  const talk_uuid = started.data.talk.uuid;
  const post = (person: Person, index: number) =>
    person.send(postMessage, {
      body: { message: { talk_uuid, body: "A secret", key: `message-number-${index}-of-it` } },
    });
  for (const [index, person] of [aya, aya, mika, mika].entries()) {
    expect((await post(person, index)).status).toBe(201);
    await jobs.drain();
    await jobs.drain();
  }
  const createContent = (account: string, locale: string, title: string, body: string) => ({
    account,
    kind: "message",
    title,
    body,
    path: `/${locale}/me/push?account=${account}&kind=message`,
  });
  expect(listContents(ofMika)).toEqual([
    createContent(accounts[1], "ja", "@mika_receiverさんの問い箱", "新しいメッセージが届きました"),
  ]);
  expect(listContents(ofAya)).toEqual([
    createContent(accounts[0], "en", "@aya_starter’s box", "You have a new message"),
  ]);
  expect(listContents(others)).toEqual([]);
  expect(new Set(service.pushes.map(({ length }) => length)).size).toBe(1);
});

test("SET-20 SAFE-02 a subscription that has expired isn't marked right after a push about a message, which may be for an anonymous starter", async () => {
  const emi = await site.registerPerson("emi");
  const expired = await subscribe(emi, { kinds: ["message", "notice"] });
  service.setReplyStatus(expired.endpoint, 410);
  const { rows } = await sql<{ pk: number }>`select pk from users where account = 'emi'`.execute(
    db,
  );
  const user_pk = Number(rows[0]?.pk);
  const push = async (kind: "message" | "notice") => {
    await enqueuePush({ db, secrets: site.services.secrets }, kind, [user_pk]);
    await jobs.drain();
    return (await emi.send(getPush, {})).data.devices.map(({ is_reachable }) => is_reachable);
  };
  expect(await push("message")).toEqual([true]);
  expect(await push("notice")).toEqual([false]);
});

test("SET-20 a push service that doesn't reply to one device delays no other job", async () => {
  const [slow, quick] = [await site.registerPerson("osoi"), await site.registerPerson("hayai")];
  const [ofSlow, ofQuick] = [await subscribe(slow), await subscribe(quick)];
  const reply = service.delayReplies(ofSlow.endpoint);
  await site.askQuestion(site.openBrowser(), "osoi", "おそい？");
  await site.askQuestion(site.openBrowser(), "hayai", "はやい？");
  const worker = createJobs({
    database: site.services.database,
    batch_seconds: 60,
    onError: () => undefined,
  });
  await worker.start(site.jobs, { isWorker: true });
  await vi.waitFor(() => expect(listContents(ofQuick)).toHaveLength(1), { timeout: 30_000 });
  reply();
  await worker.stop();
});

test("SET-20 a notice of a new follower is pushed without the follower's name", async () => {
  const hina = await site.registerPerson("hina", "en");
  const daiki = await site.registerPerson("daiki");
  const ofHina = await subscribe(hina);
  await daiki.send(postFollow, { params: { account: "hina" } });
  // The first job stores the notice and enqueues the push.
  await jobs.drain();
  await jobs.drain();
  expect((await hina.send(listNotices, {})).data.notices[0]?.text).toContain("daiki");
  expect(listContents(ofHina)).toEqual([
    {
      account: "hina",
      kind: "notice",
      title: "@hina’s box",
      body: "You have a new notice",
      path: "/en/me/push?account=hina&kind=notice",
    },
  ]);
});

test("SET-20 a device gets at most one push of each kind in five minutes, and only the selected kinds", async () => {
  const mina = await site.registerPerson("mina");
  const other = await site.signInAgain("mina");
  const [ofAllKinds, ofAnswers] = [
    await subscribe(mina),
    await subscribe(other, { kinds: ["answer"] }),
  ];
  for (const body of ["One?", "Two?"]) {
    await site.askQuestion(site.openBrowser(), "mina", body);
    await jobs.drain();
  }
  expect([listContents(ofAllKinds).length, listContents(ofAnswers).length]).toEqual([1, 0]);
});

test("SET-20 quiet hours are in the account's time zone", () => {
  const night = { from: 22, until: 7 };
  const isQuietAt = (time: string) =>
    isInQuietHours(night, "Asia/Tokyo", new Date(`2026-11-23T${time}Z`));
  expect(["12:59", "13:00", "21:59", "22:00"].map(isQuietAt)).toEqual([false, true, true, false]);
  expect(isInQuietHours({ from: 9, until: 17 }, "UTC", new Date("2026-11-23T09:00Z"))).toBe(true);
  expect(isInQuietHours({ from: 5, until: 5 }, "UTC", new Date("2026-11-23T12:00Z"))).toBe(true);
  expect(isInQuietHours(null, "UTC", new Date())).toBe(false);
});

test("SET-20 no push is sent in quiet hours", async () => {
  const rena = await site.registerPerson("rena");
  const device = await subscribe(rena, { quiet_hours: { from: 0, until: 0 } });
  await site.askQuestion(site.openBrowser(), "rena", "Asleep?");
  await jobs.drain();
  expect(listContents(device)).toEqual([]);
});

test("SET-20 a push service that doesn't reply doesn't delay other devices", async () => {
  const toru = await site.registerPerson("toru");
  const other = await site.signInAgain("toru");
  const [silent, quick] = [await subscribe(toru), await subscribe(other)];
  const release = service.delayReplies(silent.endpoint);
  await site.askQuestion(site.openBrowser(), "toru", "Here?");
  const draining = jobs.drain();
  await vi.waitUntil(() => listContents(quick).length === 1);
  release();
  await draining;
  expect(listContents(silent)).toHaveLength(1);
});

test("SET-20 an expired subscription gets no further pushes, and a failed push is retried", async () => {
  const sora = await site.registerPerson("sora");
  const other = await site.signInAgain("sora");
  const [expired, failing] = [await subscribe(sora), await subscribe(other)];
  service.setReplyStatus(expired.endpoint, 410);
  service.setReplyStatus(failing.endpoint, 503);
  await site.askQuestion(site.openBrowser(), "sora", "There?");
  await expect(jobs.drain()).rejects.toThrow("1 pushes failed");
  service.setReplyStatus(failing.endpoint, 201);
  await jobs.drain();
  expect(listContents(failing)).toHaveLength(1);
  const { devices } = (await sora.send(getPush, {})).data;
  expect(devices.find(({ is_own_browser }) => is_own_browser)?.is_reachable).toBe(false);
  expect(devices.find(({ is_own_browser }) => !is_own_browser)?.is_reachable).toBe(true);
  // The browser of the expired subscription subscribes again.
  await subscribe(sora);
  const { devices: renewed } = (await sora.send(getPush, {})).data;
  expect(renewed.map(({ is_reachable }) => is_reachable)).toEqual([true, true]);
});

test("SET-20 a browser renews its subscription for all of its accounts, which keep their preferences", async () => {
  const nana = await site.registerPerson("nana");
  const taro = await site.registerPerson("taro");
  await nana.send(login, { query: { mal: "1" }, body: { account: "taro", password } });
  const ofTaro = await subscribe(nana, { kinds: ["question"], quiet_hours: { from: 1, until: 2 } });
  const [first] = (await nana.send(listBrowserAccounts, {})).data.accounts;
  await sendForm(nana, `/me/accounts/switches/${first?.user_id}`, {
    _method: "patch",
    authenticity_token: nana.token,
  });
  await nana.send(putPushDevice, { body: { ...ofTaro, ...defaultPreferences, kinds: ["answer"] } });
  const elsewhere = await subscribe(taro);

  const renewed = service.subscribe();
  expect((await nana.send(renewPushDevices, { body: renewed })).status).toBe(204);
  const fingerprint = hashEndpoint(renewed.endpoint);
  const { devices } = (await nana.send(getPush, {})).data;
  expect(devices).toMatchObject([{ fingerprint, is_own_browser: true, kinds: ["answer"] }]);
  expect((await taro.send(getPush, {})).data.devices).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        fingerprint,
        is_own_browser: false,
        kinds: ["question"],
        quiet_hours: { from: 1, until: 2 },
      }),
      expect.objectContaining({
        fingerprint: hashEndpoint(elsewhere.endpoint),
        is_own_browser: true,
      }),
    ]),
  );
  const forged = { ...renewed, endpoint: "https://push.invalid/x" };
  expect((await nana.send(renewPushDevices, { body: forged })).status).toBe(400);
});

test("SET-20 a renewal doesn't turn on push messages on a browser that has them turned off", async () => {
  const kaori = await site.registerPerson("kaori");
  await kaori.send(renewPushDevices, { body: service.subscribe() });
  expect((await kaori.send(getPush, {})).data.devices).toEqual([]);
});

test("SET-20 a subscription for a former VAPID key gets no pushes until its browser renews it", async () => {
  const yuna = await site.registerPerson("yuna");
  const former = await subscribe(yuna);
  const own = sql`
    select subscription.id, subscription.sealed from push_subscriptions subscription
    join users u on u.pk = subscription.user_pk
    where u.account = 'yuna'`;
  const [row] = (await own.execute(db)).rows as { id: string; sealed: Buffer }[];
  const stored = unsealSubscription(site.services.secrets, row!)!;
  const sealed = sealSubscription(site.services.secrets, row!.id, { ...stored, public_key: "old" });
  await sql`update push_subscriptions set sealed = ${sealed} where id = ${row!.id}`.execute(db);
  expect((await yuna.send(getPush, {})).data.devices).toMatchObject([{ is_reachable: false }]);
  await site.askQuestion(site.openBrowser(), "yuna", "Key?");
  await jobs.drain();
  expect(listContents(former)).toEqual([]);
  const renewed = service.subscribe();
  await yuna.send(renewPushDevices, { body: renewed });
  expect((await yuna.send(getPush, {})).data.devices).toMatchObject([{ is_reachable: true }]);
  await site.askQuestion(site.openBrowser(), "yuna", "Now?");
  await jobs.drain();
  expect(listContents(renewed)).toHaveLength(1);
});

test("SET-20 a push that failed is retried at full hours too, and other devices don't get it again", async () => {
  const mana = await site.registerPerson("mana");
  const other = await site.signInAgain("mana");
  const [reachable, failing] = [await subscribe(mana), await subscribe(other)];
  service.setReplyStatus(failing.endpoint, 503);
  await site.askQuestion(site.openBrowser(), "mana", "Later?");
  for (let attempt = 1; attempt <= 3; attempt++)
    await expect(jobs.drain()).rejects.toThrow("1 pushes failed");
  await jobs.drain();
  service.setReplyStatus(failing.endpoint, 201);
  expect(listContents(failing)).toEqual([]);
  // The next attempt is due at the next full hour, when the first device may get another push of this kind.
  const { rows } = await site.services.database.executeSql(
    `update pgboss.job set start_after = now(), state = 'created' where name = 'send_push'
    and start_after = date_trunc('hour', now(), 'UTC') + interval '1 hour' returning id`,
  );
  expect(rows).toHaveLength(1);
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ["Date"] });
  await jobs.drain();
  vi.useRealTimers();
  expect(listContents(failing)).toHaveLength(1);
  expect(listContents(reachable)).toHaveLength(1);
});

test("SET-20 a redirect of a push service is not followed", async () => {
  const taku = await site.registerPerson("taku");
  const device = await subscribe(taku);
  service.setReplyStatus(device.endpoint, 307);
  await site.askQuestion(site.openBrowser(), "taku", "Where?");
  await expect(jobs.drain()).rejects.toThrow("pushes failed");
  service.setReplyStatus(device.endpoint, 201);
  await jobs.drain();
});

test("SET-20 a device is listed, updated and removed by its owner only, and signing out removes it", async () => {
  const hana = await site.registerPerson("hana");
  const stranger = await site.registerPerson("stranger");
  const subscription = await subscribe(hana);
  const body = { ...subscription, kinds: ["answer" as const], quiet_hours: { from: 1, until: 2 } };
  await hana.send(putPushDevice, { body });
  const { devices, public_key } = (await hana.send(getPush, {})).data;
  expect(Buffer.from(public_key, "base64url")).toHaveLength(65);
  expect(devices).toMatchObject([{ kinds: ["answer"], quiet_hours: { from: 1, until: 2 } }]);
  const params = { id: devices[0]?.id ?? "" };
  expect((await stranger.send(deletePushDevice, { params })).status).toBe(404);
  expect((await hana.send(deletePushDevice, { params })).status).toBe(204);
  expect((await hana.send(getPush, {})).data.devices).toEqual([]);

  const device = await subscribe(hana);
  await hana.send(logout, {});
  await site.askQuestion(site.openBrowser(), "hana", "Still here?");
  await jobs.drain();
  expect(listContents(device)).toEqual([]);
});

test("SET-20 SAFE-11 subscriptions and jobs of pushes are stored sealed", async () => {
  const nao = await site.registerPerson("nao");
  const { endpoint } = await subscribe(nao);
  await site.askQuestion(nao, "yui", "Mine?");
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from push_subscriptions`.execute(db);
  expect(new Set(rows.map(({ sealed }) => sealed.length)).size).toBe(1);
  for (const { sealed } of rows) expect(Buffer.from(sealed).includes(endpoint)).toBe(false);
  const before = await countRows();
  await jobs.drain();
  expect(await countRows()).toBe(before);
  const remaining = await sql`select from pgboss.job where name = 'send_push'`.execute(db);
  expect(remaining.rows).toEqual([]);
});

test.each([
  "http://push.example.com/1",
  "https://push.example.com:8443/1",
  "https://user:password@push.example.com/1",
  "https://localhost/1",
  "https://printer.local/1",
  "https://intranet/1",
  "https://127.0.0.1/1",
  "https://2130706433/1",
  "https://0x7f.1/1",
  "https://10.0.0.1/1",
  "https://169.254.169.254/latest",
  "https://[::1]/1",
  "https://[::ffff:127.0.0.1]/1",
  "https://[fd00::1]/1",
  "https://[64:ff9b::7f00:1]/1",
  "https://8.8.8.8/1",
  "https://push.example.com/1",
  "https://fcm.googleapis.com.example.com/1",
  "https://fcm.googleapis.com:8443/1",
  "not an address",
  `https://fcm.googleapis.com/${"é".repeat(800)}`,
  `https://fcm.googleapis.com/${'"'.repeat(800)}`,
])("SET-20 the endpoint %s is refused", async (endpoint) => {
  expect(isPushEndpoint(endpoint, undefined)).toBe(false);
  const person = await site.signInAgain("yui");
  const body = {
    ...service.subscribe(),
    endpoint,
    ...defaultPreferences,
    kinds: [...defaultPreferences.kinds],
  };
  expect((await person.send(putPushDevice, { body })).status).toBe(400);
});

test("SET-20 a public key that is not on the curve is refused", async () => {
  const person = await site.signInAgain("yui");
  const p256dh = "B".padEnd(87, "A");
  const body = {
    ...service.subscribe(),
    p256dh,
    ...defaultPreferences,
    kinds: [...defaultPreferences.kinds],
  };
  expect((await person.send(putPushDevice, { body })).status).toBe(400);
});

test("SET-20 pushes are sent only to known push services at public addresses", () => {
  const hosts = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "wns2-par02p.notify.windows.com",
    "web.push.apple.com",
  ];
  for (const host of hosts) expect(isPushEndpoint(`https://${host}/x`, undefined)).toBe(true);
  expect(isPushEndpoint(`${service.origin}/push/x`, undefined)).toBe(false);
  const addresses = [
    "8.8.8.8",
    "127.0.0.1",
    "::ffff:10.0.0.1",
    "2001:4860:4860::8888",
    "100.64.0.1",
  ];
  expect(addresses.map(isPublicAddress)).toEqual([true, false, false, true, false]);
});
