import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";
import { eraseOldAddresses, forgetDropped } from "./commands.ts";

const site = await openSite({ trust_proxy: ["127.0.0.1"] });
const { database, db, secrets } = site.services;
const canary = "198.51.100.77";
await site.person("yui");
const kenta = await site.person("kenta");

interface Sealed {
  sender: Uint8Array;
  address: Uint8Array | null;
  network_pseudonym: Uint8Array | null;
}

async function ask(asker: typeof kenta, headers = { "x-forwarded-for": canary }) {
  const body = { account: "yui", body: "だれが聞いたでしょう" };
  return (await asker.send(postQuestion, { body }, headers)).data.uuid_hash;
}

async function sealedOf(id: string) {
  const { rows } = await database.executeSql(
    "select s.* from sealed_senders s join questions q on q.pk = s.question_pk where q.uuid_hash = $1",
    [id],
  );
  return rows[0] as Sealed;
}

test("PRIV-08 who asked is sealed beside the question, readable only with the secret key", async () => {
  const id = await ask(kenta);
  const { sender, address, network_pseudonym } = await sealedOf(id);
  const { rows } = await database.executeSql("select pk from users where account = 'kenta'");
  const [{ pk: user_pk }] = rows as [{ pk: number }];
  expect(JSON.parse(secrets.unseal(sender, id) ?? "")).toEqual({ user_pk: Number(user_pk) });
  expect(secrets.unseal(address ?? Buffer.alloc(0), id)).toBe(canary);
  expect(secrets.unseal(sender, "another question")).toBeUndefined();
  expect(network_pseudonym).toBeNull();
});

test("PRIV-07 PRIV-08 no table holds an address in the clear, nor the same network alike for two receivers", async () => {
  await site.person("mei");
  const visitor = site.visitor();
  const one = await ask(visitor);
  const body = { account: "mei", body: "こちらにも" };
  const other = await visitor.send(postQuestion, { body }, { "x-forwarded-for": canary });
  const networks = [await sealedOf(one), await sealedOf(other.data.uuid_hash)];
  const [mine, hers] = networks.map(({ network_pseudonym }) =>
    Buffer.from(network_pseudonym ?? "").toString("hex"),
  );
  expect(mine).not.toBe(hers);
  const { rows: tables } = await database.executeSql(
    "select table_name from information_schema.tables where table_schema = 'public'",
  );
  for (const { table_name } of tables as { table_name: string }[]) {
    const { rows } = await database.executeSql(`select t::text as row from "${table_name}" t`);
    const written = (rows as { row: string }[]).map(({ row }) => row).join("\n");
    expect(written).not.toContain(canary);
    expect(written).not.toContain(Buffer.from(canary).toString("hex"));
  }
});

test("PRIV-08 addresses go after 90 days, the rest stays", async () => {
  const [old, young] = [await ask(kenta), await ask(kenta)];
  await database.executeSql(
    `update sealed_senders s set sealed_on = current_date - 91 from questions q
     where q.pk = s.question_pk and q.uuid_hash = $1`,
    [old],
  );
  await eraseOldAddresses(db);
  expect(await sealedOf(old)).toMatchObject({ address: null, network_pseudonym: null });
  expect((await sealedOf(old)).sender).not.toBeNull();
  expect((await sealedOf(young)).address).not.toBeNull();
});

test("ASK-22 what was dropped is forgotten after a day", async () => {
  const id = await ask(kenta);
  const age = (hours: number) =>
    database.executeSql(
      `update questions set status = 'dropped', asked_hour = now() - make_interval(hours => $2)
       where uuid_hash = $1`,
      [id, hours],
    );
  const there = async () =>
    (await database.executeSql("select 1 from questions where uuid_hash = $1", [id])).rows.length;
  await age(23);
  await forgetDropped(db);
  expect(await there()).toBe(1);
  await age(25);
  await forgetDropped(db);
  expect(await there()).toBe(0);
});
