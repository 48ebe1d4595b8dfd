import { postAnswer } from "@toibako/contract/answers.ts";
import { readCalendarDay } from "@toibako/contract/dates.ts";
import { digestHour, getUnsubscription, unsubscribe } from "@toibako/contract/digests.ts";
import { postFollow } from "@toibako/contract/friends.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import { locales } from "@toibako/contract/locales.ts";
import { postMessage, readAllMessages, takeBackMessage } from "@toibako/contract/messages.ts";
import { confirmNotices } from "@toibako/contract/notices.ts";
import { putUser } from "@toibako/contract/settings.ts";
import { startTalk, updateTalk } from "@toibako/contract/talks.ts";
import { startMailCatcher } from "@toibako/sandbox/mail.ts";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { millisecondsPerDay, millisecondsPerHour } from "#platform/durations.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import { composeLetter } from "#platform/mail/letter.ts";
import { createMailer } from "#platform/mail/transport.ts";
import { escapeMarkup } from "#platform/markup.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";
import { sql } from "#platform/testing/sql.ts";
import { enqueueDueDigests, sendDigest, writeDigest } from "./commands.ts";
import { findDueDigest, findPeriod, sealRecipient } from "./policy.ts";

const mailServer = await startMailCatcher();
afterAll(() => mailServer.close());
const public_url = "https://box.example";
const site = await openSite({ smtp_url: mailServer.url, public_url });
const { services } = site;
const { db, jobs, secrets } = services;

/** Returns the time half an hour after the next mail is due in Japan. That mail counts everything that the tests do. */
function findEvening(): Date {
  const today = readCalendarDay(new Date(), "Asia/Tokyo");
  const due = Date.parse(`${today}T${digestHour}:00:00+09:00`);
  const isPast = due <= Date.now();
  return new Date(due + millisecondsPerHour / 2 + (isPast ? millisecondsPerDay : 0));
}
const evening = findEvening();

/** Registers a person who wants the daily mail at a confirmed address. */
async function openAccount(account: string): Promise<Browser> {
  const person = await site.registerPerson(account);
  const email = `${account}@example.com`;
  await sql`update users set email = ${email}, confirmed_email = ${email} where account = ${account}`.execute(
    db,
  );
  expect((await person.send(putUser, { body: { is_send_email: true } })).status).toBe(200);
  return person;
}

/** Sends the daily mails of a moment and returns those to one address. */
async function collectDigests(account: string, now = evening) {
  await jobs.drain();
  const before = mailServer.mails.length;
  await enqueueDueDigests(services, now);
  await jobs.drain();
  return mailServer.mails.slice(before).filter(({ to }) => to.includes(`${account}@example.com`));
}

const findUserPk = async (account: string) => {
  const { rows } = await sql<{
    pk: number;
  }>`select pk from users where account = ${account}`.execute(db);
  return Number(rows[0]?.pk);
};

/** Reads the token of the unsubscribe link. */
const readToken = (mail: { readHeader(name: string): string | undefined }) =>
  /unsubscriptions\/([\w-]+)>$/.exec(mail.readHeader("list-unsubscribe") ?? "")?.[1] ?? "";

test("SET-23 one mail a day says how many things are new, without a question's text or a sender", async () => {
  const yui = await openAccount("yui");
  const kenta = await site.registerPerson("kenta");
  await site.askQuestion(site.openBrowser(), "yui", "ひみつの質問？");
  await site.askQuestion(kenta, "yui", "もうひとつの質問？");
  const question_id = await site.askQuestion(yui, "kenta", "送った質問？");
  await kenta.send(postAnswer, { params: { question_id }, body: { text: "回答です" } });
  await kenta.send(postFollow, { params: { account: "yui" } });
  const mails = await collectDigests("yui");
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.readHeader("auto-submitted")).toBe("auto-generated");
  expect(mail?.text).toContain(
    "- 新しい質問：2件\n- 送った質問への回答：1件\n- 新しいフォロワー：1人\n",
  );
  for (const part of [mail?.text, mail?.html]) {
    expect(part).not.toMatch(/ひみつ|もうひとつ|送った質問？|回答です|kenta/);
  }
  expect(await collectDigests("yui")).toEqual([]);
  expect(
    await collectDigests("yui", new Date(evening.getTime() + 2 * millisecondsPerHour)),
  ).toEqual([]);
  // On the next day nothing new has arrived, although the account has not seen the earlier items.
  expect(await collectDigests("yui", new Date(evening.getTime() + millisecondsPerDay))).toEqual([]);
});

test("SET-23 SET-13 PRIV-01 a worker that runs the hourly job in the evening mails each account once, without any question's text", async () => {
  await openAccount("ren");
  await site.askQuestion(site.openBrowser(), "ren", "れんへのひみつ？");
  await site.askQuestion(site.openBrowser(), "kenta", "けんたへのひみつ？");
  await jobs.drain();
  vi.useFakeTimers({ toFake: ["Date"], now: evening });
  const errors: Error[] = [];
  const worker = createJobs({
    database: services.database,
    batch_seconds: 1,
    onError: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    await worker.stop();
    vi.useRealTimers();
  });
  // Enqueues the job as pg-boss does at the scheduled time.
  const enqueueDigests = () =>
    sql`insert into pgboss.job (name, data) values ('enqueue_digests', '{}')`.execute(db);
  await enqueueDigests();
  await worker.start(site.jobs, { isWorker: true });
  const { rows } = await sql<{ cron: string }>`
    select cron from pgboss.schedule where name = 'enqueue_digests'`.execute(db);
  expect(rows).toEqual([{ cron: expect.stringMatching(/^\d+ \* \* \* \*$/) }]);
  const findMails = () => mailServer.mails.filter(({ to }) => to.includes("ren@example.com"));
  for (const hour of ["first", "next"]) {
    if (hour === "next") await enqueueDigests();
    const countJobs = async () =>
      (
        await sql`select from pgboss.job where name in ('enqueue_digests', 'send_digest')`.execute(
          db,
        )
      ).rows.length;
    await vi.waitFor(async () => expect(await countJobs()).toBe(0), { timeout: 20_000 });
    expect(findMails()).toHaveLength(1);
  }
  expect(errors).toEqual([]);
  const [mail] = findMails();
  expect(mail?.text).toContain("- 新しい質問：1件\n");
  for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toMatch(/ひみつ/);
}, 30_000);

test("SET-13 accounts that don't want the mail, have no confirmed address, are left or have seen everything get none", async () => {
  const mina = await openAccount("mina");
  /** Changes Mina's account and makes the mail of the day due again. */
  const setColumn = (assignment: string) =>
    services.database.executeSql(
      `update users set digest_on = null, digest_until_hour = null, ${assignment} where account = 'mina'`,
    );
  await site.askQuestion(site.openBrowser(), "mina", "とどく？");
  await jobs.drain();
  await mina.send(putUser, { body: { is_send_email: false } });
  expect(await collectDigests("mina")).toEqual([]);
  await setColumn("is_send_email = true, confirmed_email = null");
  expect(await collectDigests("mina")).toEqual([]);
  await setColumn("confirmed_email = email, left_at = now()");
  expect(await collectDigests("mina")).toEqual([]);
  await setColumn("left_at = null");
  await mina.send(confirmNotices, {});
  expect(await collectDigests("mina")).toEqual([]);
  await setColumn("left_at = null");
  await site.askQuestion(site.openBrowser(), "mina", "もう一度？");
  expect(await collectDigests("mina")).toHaveLength(1);
});

test("SET-13 the mail counts unread messages of talks that notify the account, without their texts and people", async () => {
  const accounts = ["noa", "riku", "sae"];
  const noa = await openAccount("noa");
  const [riku, sae] = [await site.registerPerson("riku"), await site.registerPerson("sae")];
  await sql`
    update users set birthday = '1990-05-05', is_receive_dm = true, is_message_tos_showed = true
    where account = any(${accounts})`.execute(db);
  let keys = 0;
  const post = async (person: Browser, talk_uuid: string) => {
    const key = `key-of-message-${++keys}`;
    const message = { talk_uuid, body: "ひみつの話", key };
    expect((await person.send(postMessage, { body: { message } })).status).toBe(201);
    return key;
  };
  const start = async (person: Browser, account: string) =>
    (await person.send(startTalk, { body: { talk: { account } } })).data.talk.uuid;
  const ofRiku = await start(riku, "noa");
  const own = await start(noa, "riku");
  const muted = await start(sae, "noa");
  await post(riku, ofRiku);
  const key = await post(riku, ofRiku);
  await post(noa, own);
  await post(riku, own);
  await post(sae, muted);
  await noa.send(updateTalk, { params: { uuid: muted }, body: { is_muted: true } });
  /** Makes the mail of the day due again. */
  const repeatDigest = async () => {
    await sql`update users set digest_on = null, digest_until_hour = null where account = 'noa'`.execute(
      db,
    );
    return collectDigests("noa");
  };
  const [mail] = await repeatDigest();
  expect(mail?.text).toContain("- 新しいメッセージ：3件\n");
  for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/ひみつ|riku|sae/);
  await riku.send(takeBackMessage, { params: { uuid: ofRiku, key } });
  await noa.send(readAllMessages, { params: { uuid: own } });
  expect((await repeatDigest())[0]?.text).toContain("- 新しいメッセージ：1件\n");
  await noa.send(readAllMessages, { params: { uuid: ofRiku } });
  expect(await repeatDigest()).toEqual([]);
});

test("SET-23 an account that leaves after its job was enqueued gets no mail", async () => {
  const rena = await openAccount("rena");
  await site.askQuestion(site.openBrowser(), "rena", "いる？");
  await jobs.drain();
  await enqueueDueDigests(services, evening);
  await rena.send(leaveAccount, {});
  const before = mailServer.mails.length;
  await jobs.drain();
  expect(mailServer.mails.slice(before).map(({ subject }) => subject)).toEqual([
    "アカウントをお休みにしました",
  ]);
});

test("SET-23 a job sends its mail once, whether it is retried after a crash or because the mail server was unavailable", async () => {
  await openAccount("sora");
  await site.askQuestion(site.openBrowser(), "sora", "とどく？");
  await jobs.drain();
  await enqueueDueDigests(services, evening);
  const { rows } = await sql<{ id: string; sealed_recipient: string }>`
    select id, data ->> 'sealed_recipient' as sealed_recipient from pgboss.job where name = 'send_digest'
  `.execute(db);
  const job = rows[0]!;
  const unreachable = () => Promise.reject(new Error("the mail server is away"));
  await expect(sendDigest(services, unreachable, job)).rejects.toThrow("away");
  const send = createMailer(services.config)!;
  const before = mailServer.mails.length;
  await sendDigest(services, send, job);
  // Runs the job again, as pg-boss does after a crash that left it unfinished.
  await sendDigest(services, send, job);
  await jobs.drain();
  expect(mailServer.mails.slice(before).map(({ to }) => to)).toEqual([["sora@example.com"]]);
});

test("SET-23 PRIV-02 retries of a digest wait for the mail server, and those of jobs about a question start at a full hour", async () => {
  const insertRetry = async (name: string) => {
    const { rows } = await sql<{ is_exact: boolean }>`
      insert into pgboss.job (name, data, state, start_after)
      values (${name}, '{"sealed_recipient": "x"}', 'retry', now() + interval '59 minutes')
      returning start_after <> date_trunc('hour', start_after) as is_exact
    `.execute(db);
    await sql`delete from pgboss.job where name = ${name}`.execute(db);
    return rows;
  };
  expect(await insertRetry("send_digest")).toEqual([{ is_exact: true }]);
  expect(await insertRetry("send_push")).toEqual([{ is_exact: false }]);
});

test("SET-23 PRIV-02 the job of an account reveals neither its recipient nor whether anything is new", async () => {
  const pk = await findUserPk("yui");
  const sealed = [1, 2].map(() => sealRecipient(secrets, pk, findPeriod(evening, null)));
  expect(new Set(sealed).size).toBe(2);
  expect(
    new Set(
      [...sealed, sealRecipient(secrets, 1_000_000, findPeriod(evening, null))].map(
        ({ length }) => length,
      ),
    ).size,
  ).toBe(1);
  await sql`update users set digest_on = null`.execute(db);
  await enqueueDueDigests(services, evening);
  const count = async (text: string) =>
    (await db.query<{ count: number }>(`select count(*)::int as count from ${text}`))[0]?.count;
  expect(await count("pgboss.job where name = 'send_digest'")).toBe(
    await count("users where is_send_email and confirmed_email is not null and left_at is null"),
  );
  await jobs.drain();
});

test("SET-23 one press of a button or one call by a mail service turns the mail off without a session", async () => {
  const hana = await openAccount("hana");
  await site.askQuestion(site.openBrowser(), "hana", "とどく？");
  const [mail] = await collectDigests("hana");
  expect(mail?.readHeader("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const token = readToken(mail!);
  const url = `/ja/acc/unsubscriptions/${token}`;
  expect(mail?.text).toContain(`${public_url}${url}\n`);
  const params = { token };
  const shown = await site.openBrowser().send(getUnsubscription, { params });
  expect(shown.data).toEqual({ account: "hana", is_send_email: true });

  const boundary = "b";
  const multipart = `--${boundary}\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--`;
  for (const [type, payload] of [
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [`multipart/form-data; boundary=${boundary}`, multipart],
  ] as const) {
    await hana.send(putUser, { body: { is_send_email: true } });
    const headers = { "content-type": type, origin: "https://mail.example" };
    for (const _ of ["first", "repeated"]) {
      const posted = await site.app.inject({ method: "POST", url, headers, payload });
      expect(posted.statusCode).toBe(204);
    }
    const after = await site.openBrowser().send(getUnsubscription, { params });
    expect(after.data).toEqual({ account: "hana", is_send_email: false });
  }
  await hana.send(putUser, { body: { is_send_email: true } });
  const pressed = await site.openBrowser().send(unsubscribe, { params: { locale: "en", token } });
  expect(pressed.status).toBe(204);
  expect((await site.openBrowser().send(getUnsubscription, { params })).data.is_send_email).toBe(
    false,
  );
});

test("SET-23 a forged link is refused and reveals nothing", async () => {
  const token = secrets
    .seal(String(await findUserPk("yui")), "something else")
    .toString("base64url");
  for (const forged of [token, "forged", "A".repeat(token.length)]) {
    const params = { token: forged };
    const shown = await site.openBrowser().send(getUnsubscription, { params });
    const ended = await site
      .openBrowser()
      .send(unsubscribe, { params: { locale: "en", ...params } });
    expect([shown.status, ended.status]).toEqual([404, 404]);
  }
});

test("SET-23 the mail goes out in the evening of each time zone, once a day", () => {
  const due = (time_zone: string, time: string) => findDueDigest(time_zone, new Date(time));
  expect(due("Asia/Tokyo", "2026-11-23T09:59Z")).toBeUndefined();
  const first = { day: "2026-11-23", end: new Date("2026-11-23T10:00Z") };
  expect(due("Asia/Tokyo", "2026-11-23T10:11Z")).toEqual(first);
  expect(due("Asia/Tokyo", "2026-11-23T14:59Z")).toEqual(first);
  expect(due("Asia/Tokyo", "2026-11-23T15:11Z")).toBeUndefined();
  expect(due("America/New_York", "2026-11-24T00:11Z")).toEqual({
    day: "2026-11-23",
    end: new Date("2026-11-24T00:00Z"),
  });
  expect(due("Asia/Kolkata", "2026-11-23T14:11Z")?.day).toBe("2026-11-23");
});

test("SET-23 the mails of an account cover all time without gaps, over changes of clocks and moves to other time zones", () => {
  // Each mail is due at 19 h of a zone. Summer time ends in Berlin on 2026-10-25; afterwards the account moves.
  const evenings = [
    ["Europe/Berlin", "2026-10-24T17:11Z"],
    ["Europe/Berlin", "2026-10-25T18:11Z"],
    ["Asia/Tokyo", "2026-10-26T10:11Z"],
    ["America/Los_Angeles", "2026-10-28T02:11Z"],
  ] as const;
  let lastEnd: Date | null = null;
  for (const [time_zone, time] of evenings) {
    const due = findDueDigest(time_zone, new Date(time));
    if (!due) throw new Error(`no mail is due in ${time_zone}`);
    const { start, end } = findPeriod(due.end, lastEnd);
    if (lastEnd) expect(start).toEqual(lastEnd);
    else expect(end.getTime() - start.getTime()).toBe(millisecondsPerDay);
    lastEnd = end;
  }
  const later = new Date(evening.getTime() + 100 * millisecondsPerDay);
  const { start, end } = findPeriod(later, evening);
  expect(end.getTime() - start.getTime()).toBe(7 * millisecondsPerDay);
});

test("SET-23 a mail begins where the last one of its account has ended", async () => {
  await openAccount("nozomi");
  const { rows } = await sql<{ pk: number }>`select pk from users where account = 'nozomi'`.execute(
    db,
  );
  const setEnd = (end: string) =>
    services.database.executeSql(
      "update users set digest_on = null, digest_until_hour = $1 where pk = $2",
      [end, rows[0]?.pk],
    );
  await site.askQuestion(site.openBrowser(), "nozomi", "二日前から？");
  // What arrived before the end of the last mail was in that mail.
  await setEnd(new Date(evening.getTime() + millisecondsPerHour).toISOString());
  expect(await collectDigests("nozomi")).toEqual([]);
  await setEnd(new Date(evening.getTime() - 2 * millisecondsPerDay).toISOString());
  expect(await collectDigests("nozomi")).toHaveLength(1);
});

for (const locale of locales) {
  test(`SET-23 ${locale}: both parts of the mail have the counts and the unsubscribe link, and no address of another site`, () => {
    const news = { questions: 3, answers: 0, likes: 2, followers: 1, messages: 4 };
    const unsubscribe_url = `${public_url}/${locale}/acc/unsubscriptions/secret`;
    const letter = writeDigest({ account: "yui", locale }, news, unsubscribe_url, public_url);
    const { subject, text, html = "" } = composeLetter(letter, public_url);
    expect(letter.lines).toHaveLength(4);
    const shown = [
      subject,
      ...(letter.lines ?? []).flatMap(Object.values),
      unsubscribe_url,
      letter.button.url,
    ];
    for (const [part, format] of [
      [text, String],
      [html, escapeMarkup],
    ] as const) {
      for (const line of shown) expect(part).toContain(format(line));
      // A missing parameter or text would leave braces or the key of the text in the mail.
      expect(part).not.toMatch(/\{\w+\}|undefined|\bmail_\w+/);
      const addresses = part.match(/https?:\/\/[^\s"'<]+/g) ?? [];
      expect(addresses.filter((address) => !address.startsWith(public_url))).toEqual([]);
    }
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/);
  });
}
