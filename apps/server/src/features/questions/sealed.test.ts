import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { createSecrets } from "#platform/identity/secrets.ts";
import { openSite } from "#platform/testing/site.ts";
import { deleteOldAddresses, deleteOldDropped } from "./commands/forget.ts";

// The site trusts a proxy, so that tests can choose the IP address of each request.
const site = await openSite({ trust_proxy: ["127.0.0.1"] });
const { database, db, secrets } = site.services;
/** The address of the senders, which no table may contain unencrypted. */
const canary = "198.51.100.77";
await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");

interface SealedRecord {
  sender: Uint8Array;
  address: Uint8Array | null;
  pseudonym: Uint8Array;
}

async function ask(sender: typeof kenta, headers = { "x-forwarded-for": canary }) {
  const body = { account: "yui", body: "だれが聞いたでしょう" };
  return (await sender.send(postQuestion, { body }, headers)).data.uuid_hash;
}

async function readSealedRecord(id: string) {
  const { rows } = await database.executeSql(
    `select sealed_senders.*
     from sealed_senders join questions q on q.pk = sealed_senders.question_pk where q.uuid_hash = $1`,
    [id],
  );
  return rows[0] as SealedRecord;
}

test("PRIV-08 the sender is sealed beside the question, readable only with the secret key", async () => {
  const id = await ask(kenta);
  const { sender, address } = await readSealedRecord(id);
  const { rows } = await database.executeSql("select pk from users where account = 'kenta'");
  const [{ pk: user_pk }] = rows as [{ pk: number }];
  expect(JSON.parse(secrets.unseal(sender, id) ?? "")).toEqual({ user_pk: Number(user_pk) });
  expect(secrets.unseal(address ?? Buffer.alloc(0), id)).toBe(canary);
  expect(secrets.unseal(sender, "another question")).toBeUndefined();
  const otherSecrets = createSecrets(Buffer.from("the secret key of another site"));
  expect(otherSecrets.unseal(sender, id)).toBeUndefined();
});

test("PRIV-07 PRIV-08 no table holds an unencrypted address", async () => {
  await site.registerPerson("mei");
  const visitor = site.openBrowser();
  await ask(visitor);
  const body = { account: "mei", body: "こちらにも" };
  await visitor.send(postQuestion, { body }, { "x-forwarded-for": canary });
  const { rows: tables } = await database.executeSql(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await database.executeSql(
      `select whole_row::text as row from ${name} whole_row`,
    );
    const content = (rows as { row: string }[]).map(({ row }) => row).join("\n");
    expect(content).not.toContain(canary);
    expect(content).not.toContain(Buffer.from(canary).toString("hex"));
  }
});

test("SAFE-01 a sealed record has the same length for accounts and visitors and for every address", async () => {
  const records = [
    await readSealedRecord(await ask(kenta)),
    await readSealedRecord(
      await ask(site.openBrowser(), { "x-forwarded-for": "2001:db8:1:2:3:4:5:6" }),
    ),
    await readSealedRecord(await ask(site.openBrowser(), { "x-forwarded-for": "8.8.8.8" })),
  ];
  const lengths = records.map(({ sender, address }) => [sender.length, address?.length]);
  expect(lengths[1]).toEqual(lengths[0]);
  expect(lengths[2]).toEqual(lengths[0]);
});

test("PRIV-08 addresses are deleted after 90 days, and the other values are kept", async () => {
  const [old, young] = [await ask(kenta), await ask(kenta)];
  await database.executeSql(
    `update sealed_senders set sealed_on = current_date - 91 from questions q
     where q.pk = sealed_senders.question_pk and q.uuid_hash = $1`,
    [old],
  );
  const before = await readSealedRecord(old);
  await deleteOldAddresses(db);
  expect(await readSealedRecord(old)).toEqual({ ...before, address: null });
  expect((await readSealedRecord(young)).address).not.toBeNull();
});

test("ASK-22 SAFE-14 a dropped question is deleted after 30 days", async () => {
  const id = await ask(kenta);
  const makeOlder = (hours: number) =>
    database.executeSql(
      `update questions set status = 'dropped', asked_hour = now() - make_interval(hours => $2)
       where uuid_hash = $1`,
      [id, hours],
    );
  const readRemaining = async () =>
    (await database.executeSql("select 1 from questions where uuid_hash = $1", [id])).rows.length;
  await makeOlder(30 * 24 - 1);
  await deleteOldDropped(db);
  expect(await readRemaining()).toBe(1);
  await makeOlder(30 * 24 + 1);
  await deleteOldDropped(db);
  expect(await readRemaining()).toBe(0);
});
