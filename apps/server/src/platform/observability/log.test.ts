import { readdirSync } from "node:fs";
import { login, register, visitorHintCookie } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { toggleLike } from "@toibako/contract/likes.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test, vi } from "vitest";
import { openStorage } from "#platform/storage/open-storage.ts";
import { readS3 } from "#platform/storage/s3-config.ts";
import { openSite } from "#platform/testing/site.ts";
import { createLogger, reportOncePerMinute } from "./log.ts";

const lines: string[] = [];
const log = createLogger("debug", { write: (line) => void lines.push(line) });
const site = await openSite({ trust_proxy: ["127.0.0.1"] }, { log });

/** Texts by which the tests find personal data in rows, logs and file names. */
const canaryTexts = {
  address: "198.51.100.77",
  agent: "CanaryBrowser/9",
  text: "canary-text-of-a-question",
  answer: "canary-text-of-an-answer",
  email: "canary@example.com",
  password: "canary-password",
  query: "canary-query",
};
const headers = { "x-forwarded-for": canaryTexts.address, "user-agent": canaryTexts.agent };

const yui = site.openBrowser();
const visitor = site.openBrowser();
const registration = {
  account: "yui",
  locale: "ja",
  email: canaryTexts.email,
  password: canaryTexts.password,
} as const;

async function sendCanaryTexts() {
  await yui.send(register, { body: registration }, headers);
  await visitor.send(
    login,
    { body: { account: canaryTexts.email, password: canaryTexts.password } },
    headers,
  );
  const question = { body: { account: "yui", body: canaryTexts.text } };
  const asked = await visitor.send(postQuestion, question, headers);
  const question_id = asked.data?.uuid_hash ?? "x";
  const answer = { params: { question_id }, body: { text: canaryTexts.answer } };
  const answered = await yui.send(postAnswer, answer, headers);
  const answer_id = answered.data?.answer?.id ?? "x";
  await visitor.send(toggleLike, { body: { answer_id } }, headers);
  await visitor.sendRaw("POST", postQuestion.path, `{"body":"${canaryTexts.text}"`, headers);
  await visitor.sendRaw("GET", `/api/v2/items/?account=${canaryTexts.query}`, undefined, headers);
  await visitor.sendRaw("GET", `/nothing/${canaryTexts.query}`, undefined, headers);
}

/** The canary texts, and the tokens that the browsers have got. */
function listCanaries() {
  const tokens = [yui, visitor].flatMap(({ token, cookies }) => [
    token,
    // The hint of a visitor is the same for all: "1".
    ...[...cookies].flatMap(([name, value]) => (name === visitorHintCookie ? [] : value)),
  ]);
  expect(tokens.filter((token) => token.length > 20).length).toBeGreaterThanOrEqual(4);
  return { ...canaryTexts, ...Object.fromEntries(tokens.entries()) };
}

function findCanaries(text: string, canaries: object) {
  return Object.entries(canaries).filter(([, canary]) => text.includes(String(canary)));
}

test("PRIV-07 no row contains an IP address, browser, password, query or token, and file names contain no personal data", async () => {
  await sendCanaryTexts();
  const { executeSql } = site.services.database;
  const { rows } = await executeSql(`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
  let dump = "";
  for (const { name } of rows as { name: string }[]) {
    dump += JSON.stringify(
      (await executeSql(`select whole_row::text as row from ${name} whole_row`)).rows,
    );
  }
  // Rows must contain questions, answers and email addresses.
  const { text: _, answer: __, email: ___, ...canaries } = listCanaries();
  expect(dump).toContain(canaryTexts.text);
  expect(findCanaries(dump, canaries)).toEqual([]);
  const files = readdirSync(site.services.config.data_dir, { recursive: true }).join();
  expect(findCanaries(files, listCanaries())).toEqual([]);
});

test("PRIV-01 PRIV-07 logs contain no personal data, even if every request fails", async () => {
  for (const table of ["answers", "questions", "answer_likes"]) {
    await site.services.database.executeSql(`alter table ${table} rename to ${table}_gone`);
  }
  await sendCanaryTexts();
  await site.services.database.executeSql("alter table sessions rename to sessions_gone");
  await sendCanaryTexts();
  log.error(
    { err: new Error("a message without a code"), req: { headers } },
    "logged by this test",
  );
  const text = lines.join("");
  expect(text).toContain("unexpected error");
  expect(text).toContain("/api/v2/questions");
  expect(findCanaries(text, listCanaries())).toEqual([]);
});

test("PRIV-07 a database error is logged with its code and without its message", () => {
  const seen: string[] = [];
  const error = Object.assign(new Error(`duplicate key (${canaryTexts.email})`), { code: "23505" });
  createLogger("info", { write: (line) => void seen.push(line) }).error({ err: error }, "failed");
  expect(seen.join("")).toContain("23505");
  expect(seen.join("")).not.toContain(canaryTexts.email);
});

test("PRIV-07 an outage of the store of files is logged without its keys and its address", async () => {
  const logged: string[] = [];
  const s3 = readS3({
    S3_URL: "http://127.0.0.1:1/canary-bucket",
    S3_ACCESS_KEY_ID: "canary-access-key",
    S3_SECRET_ACCESS_KEY: "canary-secret-access-key",
  });
  const { openBrowser } = await openSite(
    { s3 },
    { log: createLogger("debug", { write: (line) => void logged.push(line) }) },
  );
  const { status } = await openBrowser().sendRaw("GET", `/pictures/${"x".repeat(22)}.webp`);
  expect(status).toBe(503);
  expect(logged.join("")).toContain("ECONNREFUSED");
  expect(logged.join("")).not.toContain("canary");
});

test("SAFE-11 an outage is reported once a minute for each code, not once for each request", () => {
  vi.useFakeTimers();
  const report = vi.fn();
  const limited = reportOncePerMinute(report);
  const refused = Object.assign(new Error(), { code: "ECONNREFUSED" });
  for (let i = 0; i < 1000; i++) limited(refused);
  limited(new TypeError());
  expect(report).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  limited(refused);
  expect(report).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});

test("an error is logged when another process starts with another folder of files, and none for the same folder", async () => {
  const countErrors = () =>
    lines.filter((line) => line.includes("another DATA_DIR/storage or S3_URL")).length;
  const { bus, config } = site.services;
  bus.publish("start", { storage_id: (await openStorage(config)).storage_id });
  bus.publish("start", { storage_id: "another" });
  await expect.poll(countErrors).toBe(1);
});
