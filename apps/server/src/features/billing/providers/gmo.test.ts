// Needs no test on PostgreSQL: no database is opened.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type GmoSandbox, startGmo, testCard } from "@toibako/sandbox/gmo.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPayment } from "#platform/payment-config.ts";
import { createTestProvider, sellerEnvironment } from "#platform/testing/payment.ts";
import { createGmoProvider } from "./gmo.ts";
import type { CarrierOrder, OrderKey, PaymentProvider } from "./provider.ts";

let sandbox: GmoSandbox;
let provider: PaymentProvider;
beforeAll(async () => {
  sandbox = await startGmo(0, { isAuthenticating: false });
  provider = createTestProvider(sandbox.environment);
});
afterAll(() => sandbox.close());

const createId = () => randomBytes(10).toString("hex");

async function openCustomer(): Promise<string> {
  const customer = createId();
  const saved = await provider.registerCard(customer, sandbox.createToken());
  expect(saved.outcome).toBe("done");
  return customer;
}

const createOrder = (customer: string): OrderKey => ({
  order_id: `o-${createId()}`,
  customer,
  carrier: null,
});

const charge = (order: OrderKey, charging = provider) =>
  charging.charge({ ...order, card_seq: 0, amount: 500 });

const countCharges = ({ order_id }: OrderKey) =>
  sandbox.book.charges.filter((one) => one.order_id === order_id).length;

/** Creates an adapter with other settings than the usual ones. */
function createProvider(environment: Record<string, string>, timeout_ms?: number) {
  const payment = readPayment({ ...sellerEnvironment, ...sandbox.environment, ...environment });
  if (payment?.provider.provider !== "gmo") throw new Error("not GMO");
  const phone = "03-0000-0000";
  return createGmoProvider(payment.provider, timeout_ms ? { phone, timeout_ms } : { phone });
}

test.each([
  ["E01040001", "not_done", "invalid"],
  ["E01390002", "not_done", "not_found"],
  ["E01240002", "not_done", "not_found"],
  ["E61010001", "not_done", "invalid"],
  ["E82020001", "not_done", "invalid"],
  ["M01051001", "not_done", "invalid"],
  ["E92000001", "not_done", "unavailable"],
  ["E92000002", "not_done", "unavailable"],
  ["EX1000301", "not_done", "token"],
  ["EX1000302", "not_done", "token"],
  ["EX1000303", "not_done", "token"],
  ["42G020000", "not_done", "balance"],
  ["42G030000", "not_done", "balance"],
  ["42G040000", "not_done", "balance"],
  ["42G050000", "not_done", "balance"],
  ["42G550000", "not_done", "balance"],
  ["42G120000", "not_done", "card"],
  ["42G420000", "not_done", "card"],
  ["42G440000", "not_done", "card"],
  ["42G650000", "not_done", "card"],
  ["42G830000", "not_done", "card"],
  ["42G990000", "not_done", "card"],
  ["E21020002", "not_done", "broken_off"],
  ["E01050002|E01060006", "not_done", "invalid"],
  ["E90010001", "unknown", undefined],
  ["E91019999", "unknown", undefined],
  ["E92999999", "unknown", undefined],
  ["E01050002|E91019999", "unknown", undefined],
  ["ZZ9999999", "unknown", undefined],
  // Another call of the same order was first, so it may have been charged.
  ["E82010001", "unknown", undefined],
  ["E11010001", "unknown", undefined],
] as const)("PAY-21 a charge that fails with %s is %s", async (codes, outcome, reason) => {
  const order = createOrder(await openCustomer());
  sandbox.faults.plan("ExecTran", { kind: "error", codes: codes.split("|") });
  const refused = await charge(order);
  expect(refused).toMatchObject({ outcome, code: codes, ...(reason && { reason }) });
  expect(countCharges(order)).toBe(0);
  // The same order can be charged later, once.
  expect(await charge(order)).toMatchObject({ outcome: "done" });
  expect(await charge(order)).toMatchObject({ outcome: "done" });
  expect(countCharges(order)).toBe(1);
});

test.each(["lost_request", "lost_reply"] as const)(
  "PAY-21 an order whose entry had a %s is charged once by a repetition",
  async (kind) => {
    const order = createOrder(await openCustomer());
    sandbox.faults.plan("EntryTran", { kind });
    expect(await charge(order)).toMatchObject({ outcome: "unknown" });
    expect(countCharges(order)).toBe(0);
    expect(await charge(order)).toMatchObject({ outcome: "done" });
    expect(countCharges(order)).toBe(1);
  },
);

test("PAY-21 a reply that is too late is unknown, and the charge is found by asking", async () => {
  const order = createOrder(await openCustomer());
  const hasty = createProvider({}, 200);
  sandbox.faults.plan("ExecTran", { kind: "delay", ms: 2_000 });
  expect(await charge(order, hasty)).toMatchObject({ outcome: "unknown" });
  expect(await provider.ask(order)).toMatchObject({ state: "charged" });
  expect(await charge(order)).toMatchObject({ outcome: "done" });
  expect(countCharges(order)).toBe(1);
});

test("PAY-21 a call that could not be sent is not done", async () => {
  const closed = await startGmo();
  await closed.close();
  const lost = createProvider({ GMO_API_URL: `${closed.origin}/payment` });
  // After five failures in a row calls fail without being made.
  for (let time = 0; time < 7; time += 1) {
    const refused = await charge(createOrder("anybody"), lost);
    expect(refused).toMatchObject({ outcome: "not_done", reason: "unavailable" });
  }
});

/** Asks a server that replies to every call with the same text. */
async function withReply<T>(text: string, work: (provider: PaymentProvider) => Promise<T>) {
  const server = createServer((_request, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await work(createProvider({ GMO_API_URL: `http://127.0.0.1:${port}/payment` }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test.each([
  ["Status=UNHEARD-OF&Amount=500&Tax=0", "status UNHEARD-OF"],
  ["<html><p>Maintenance</p></html>", "unreadable reply"],
  ["ErrCode=E01", "no code"],
])("PAY-21 a reply that says nothing known is unknown: %s", async (text, code) => {
  const asked = await withReply(text, (strange) => strange.ask(createOrder("anybody")));
  expect(asked).toEqual({ outcome: "unknown", code });
});

test("PAY-21 the reply to a charge must carry the checksum of this order", async () => {
  const { shop_pass } = sandbox.state.keys;
  const order = createOrder("anybody");
  const signed = ["2a99662", "1", "", "0001234", "2026", "20261128200000", shop_pass].join("");
  const sum = createHash("md5")
    .update(order.order_id + signed)
    .digest("hex");
  const reply =
    "AccessID=a&AccessPass=b&ACS=0&Forward=2a99662&Method=1&PayTimes=&Approve=0001234&TranID=2026&TranDate=20261128200000&CheckString=";
  expect(await withReply(reply + sum, (other) => charge(order, other))).toEqual({
    outcome: "done",
    processed_at: new Date("2026-11-28T20:00:00+09:00"),
  });
  const another = createOrder("anybody");
  expect(await withReply(reply + sum, (other) => charge(another, other))).toEqual({
    outcome: "unknown",
    code: "CheckString",
  });
});

test("PAY-23 wrong passes of the shop are refused as invalid", async () => {
  const wrong = createProvider({ GMO_SHOP_PASS: "wrong" });
  const refused = await charge(createOrder(await openCustomer()), wrong);
  expect(refused).toMatchObject({ outcome: "not_done", reason: "invalid", code: "E01030002" });
});

test("PAY-25 a shop that may keep one card puts a new one in its place", async () => {
  const customer = await openCustomer();
  sandbox.state.card_limit = 1;
  const token = sandbox.createToken({ cardno: "5555555555554444" });
  const replaced = await provider.registerCard(customer, token);
  sandbox.state.card_limit = 5;
  expect(replaced).toMatchObject({ outcome: "done", card: { card_seq: 0, last_digits: "444" } });
  expect(await provider.listCards(customer)).toMatchObject({ cards: { length: 1 } });
});

test("PAY-04 a token ends after 30 minutes", async () => {
  const token = sandbox.createToken();
  const { now } = sandbox.state;
  sandbox.state.now = () => new Date(Date.now() + 31 * 60_000);
  const refused = await provider.registerCard(createId(), token);
  sandbox.state.now = now;
  expect(refused).toMatchObject({ outcome: "not_done", reason: "token", code: "EX1000303" });
});

test("PAY-28 a charge of today is voided, one of an earlier month returned", async () => {
  const { now } = sandbox.state;
  const customer = await openCustomer();
  const jobs = [];
  for (const days of [0, 40]) {
    sandbox.state.now = () => new Date(Date.now() - days * 86_400_000);
    const order = createOrder(customer);
    await charge(order);
    sandbox.state.now = now;
    const all = { charged: 500, amount: 500, month: null };
    expect(await provider.refund(order, all)).toEqual({ outcome: "done" });
    jobs.push(sandbox.calls.at(-1)?.fields.JobCd);
  }
  expect(jobs).toEqual(["VOID", "RETURNX"]);
});

const encode = (fields: Record<string, string>) =>
  Buffer.from(new URLSearchParams(fields).toString());

test("PAY-19 a notification names an order of this shop, or nothing", async () => {
  const read = (fields: Record<string, string>) => provider.readNotification(encode(fields), {});
  const { shop_id: ShopID } = sandbox.state.keys;
  expect(await read({ ShopID, OrderID: "o-1", Status: "CAPTURE", Amount: "1" })).toBe("o-1");
  expect(await read({ ShopID: "other-shop", OrderID: "o-1" })).toBeUndefined();
  expect(await read({ OrderID: "o-1" })).toBeUndefined();
  expect(await read({ ShopID, OrderID: "o-1' or 1=1" })).toBeUndefined();
  expect(await read({ ShopID, OrderID: "x".repeat(28) })).toBeUndefined();
  expect(await read({ ShopID })).toBeUndefined();
  expect(await provider.readNotification(Buffer.from([0xff, 0x00, 0x26]), {})).toBeUndefined();
});

test("PAY-19 a forged notification changes nothing of what asking tells", async () => {
  const order = createOrder(await openCustomer());
  const { shop_id: ShopID } = sandbox.state.keys;
  const forged = encode({ ShopID, OrderID: order.order_id, Status: "CAPTURE", Amount: "500" });
  expect(await provider.readNotification(forged, {})).toBe(order.order_id);
  expect(await provider.ask(order)).toMatchObject({ state: "nothing" });
});

test("PAY-19 the sandbox notifies the shop, and repeats it at most five times", async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(Buffer.concat(chunks).toString());
      response.end("1");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  sandbox.notify_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const order = createOrder(await openCustomer());
  await charge(order);
  await sandbox.notifications.settle();
  for (let time = 0; time < 7; time += 1) await sandbox.notifications.repeat();
  sandbox.notify_url = undefined;
  server.closeAllConnections();
  server.close();
  expect(bodies).toHaveLength(6);
  expect(bodies[0]).toContain("ShopPass=**********");
  expect(bodies[0]).not.toContain(sandbox.state.trades.get(order.order_id)?.access_pass);
  expect(await provider.readNotification(Buffer.from(bodies[0] ?? ""), {})).toBe(order.order_id);
});

test.each([
  [{}, "000"],
  [{ cardno: "" }, "100"],
  [{ cardno: "4111-1111" }, "101"],
  [{ cardno: "411111111" }, "102"],
  [{ cardno: "41111111111111111" }, "102"],
  [{ expire: "" }, "110"],
  [{ expire: "34/12" }, "111"],
  [{ expire: "341" }, "112"],
  [{ expire: "3413" }, "113"],
  [{ securitycode: "12a" }, "121"],
  [{ securitycode: "12" }, "122"],
  [{ holdername: "山田" }, "131"],
  [{ holdername: "A".repeat(51) }, "132"],
  [{ tokennumber: "x" }, "141"],
  [{ tokennumber: "11" }, "142"],
  [{ api_key: "" }, "551"],
  [{ holdername: "CODE552" }, "552"],
  [{ holdername: "CODE901" }, "901"],
  [{ holdername: "CODE902" }, "902"],
])("PAY-04 the script's server replies to %o with %s", async (changes, resultCode) => {
  const { api_key } = sandbox.state.keys;
  const body = new URLSearchParams({ ...testCard, tokennumber: "1", api_key, ...changes });
  const reply = await fetch(`${sandbox.origin}/ext/api/credit/getToken`, { method: "POST", body });
  const { resultCode: code, tokenObject } = (await reply.json()) as {
    resultCode: string;
    tokenObject?: { maskedCardNo: string };
  };
  expect(code).toBe(resultCode);
  expect(tokenObject?.maskedCardNo).toBe(code === "000" ? "*************111" : undefined);
});

test("PAY-03 the sandbox's script is served, and the adapter names its host and no other", async () => {
  const script = await fetch(provider.settings.script_url).then((reply) => reply.text());
  expect(script).toContain("Multipayment");
  const { origin } = sandbox;
  expect(provider.hosts).toEqual({ script: origin, connect: [origin], frame: [], form: [origin] });
  expect(JSON.stringify(provider.settings)).not.toContain(sandbox.state.keys.shop_id);
});

const carriers = [
  ["au", "CANCEL"],
  ["docomo", "RUN-END"],
  ["softbank", "CANCEL"],
] as const;

const createCarrierOrder = (carrier: CarrierOrder["carrier"]): CarrierOrder & OrderKey => ({
  order_id: `c-${createId()}`,
  customer: createId(),
  carrier,
  amount: 500,
  first_amount: 500,
  next_charge_on: "2026-12-12",
  return_url: "http://localhost/return",
});

test.each(carriers)("PAY-18 %s bills every month until it is ended", async (carrier, ended) => {
  const order = createCarrierOrder(carrier);
  sandbox.faults.plan(
    `ExecTran${{ au: "Au", docomo: "Docomo", softbank: "Sb" }[carrier]}Continuance`,
    {
      kind: "lost_reply",
    },
  );
  expect(await provider.startCarrierBilling(order)).toMatchObject({ outcome: "unknown" });
  const start = await provider.startCarrierBilling(order);
  if (start.outcome !== "done") throw new Error(JSON.stringify(start));
  expect(await provider.ask(order)).toMatchObject({ state: "pending" });
  const page = await fetch(start.start_url, {
    method: "POST",
    body: new URLSearchParams({ AccessID: start.access_id, Token: start.token }),
  });
  expect(await page.text()).toContain("500 yen every month");
  const returned = await sandbox.decideCarrier(start, "confirm");
  expect(returned).toMatchObject({
    address: order.return_url,
    fields: { OrderID: order.order_id, Status: "REGISTER" },
  });
  expect(await provider.ask(order)).toMatchObject({ state: "registered", amount: 500 });

  expect(await provider.readCarrierResults(carrier, "2026-12")).toEqual({
    outcome: "done",
    results: undefined,
  });
  sandbox.billMonth(carrier, "2026-12");
  const line = { order_id: order.order_id, carrier, month: "2026-12", result: "paid", amount: 500 };
  const processed_on = carrier === "au" ? "2026-12-12" : "2026-12-15";
  expect(await provider.readCarrierResults(carrier, "2026-12")).toEqual({
    outcome: "done",
    results: [{ ...line, processed_on }],
  });

  for (let time = 0; time < 2; time += 1) {
    expect(await provider.endCarrierBilling(order.order_id, carrier)).toEqual({ outcome: "done" });
  }
  expect(sandbox.state.trades.get(order.order_id)?.status).toBe(ended);
  expect(await provider.ask(order)).toMatchObject({ state: "ended" });
  sandbox.billMonth(carrier, "2027-01");
  expect(countCharges(order)).toBe(1);

  const refund = { charged: 500, amount: 500, month: "2026-12" };
  const given = await provider.refund(order, refund);
  expect(given.outcome).toBe(carrier === "softbank" ? "not_done" : "done");
});

test.each(carriers)("PAY-18 turning back on the page of %s registers nothing", async (carrier) => {
  const order = createCarrierOrder(carrier);
  const start = await provider.startCarrierBilling(order);
  if (start.outcome !== "done") throw new Error(JSON.stringify(start));
  const { fields } = await sandbox.decideCarrier(start, "cancel");
  expect(fields).toMatchObject({ Status: "PAYFAIL" });
  expect(fields.DocomoSettlementCode).toBeUndefined();
  expect(await provider.ask(order)).toMatchObject({ state: "nothing", amount: 0 });
});

test("PAY-18 only au bills another amount in the first month", async () => {
  const au = { ...createCarrierOrder("au"), first_amount: 100 };
  const start = await provider.startCarrierBilling(au);
  if (start.outcome !== "done") throw new Error(JSON.stringify(start));
  await sandbox.decideCarrier(start, "confirm");
  sandbox.billMonth("au", "2027-02");
  sandbox.billMonth("au", "2027-03", [au.order_id]);
  const months = await Promise.all(
    ["2027-02", "2027-03"].map((month) => provider.readCarrierResults("au", month)),
  );
  const lines = months.flatMap((month) => (month.outcome === "done" ? (month.results ?? []) : []));
  const own = lines.filter(({ order_id }) => order_id === au.order_id);
  expect(own.map(({ result, amount }) => [result, amount])).toEqual([
    ["paid", 100],
    ["failed", 500],
  ]);
  const docomo = { ...createCarrierOrder("docomo"), first_amount: 100 };
  expect(await provider.startCarrierBilling(docomo)).toMatchObject({ reason: "invalid" });
});
