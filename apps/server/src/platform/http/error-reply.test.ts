import { errorStatus } from "@toibako/contract/errors.ts";
import { locales } from "@toibako/contract/locales.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLogger } from "#platform/observability/log.ts";
import { openSite } from "#platform/testing/site.ts";
import { catalogs } from "#platform/texts/texts.ts";
import { createErrorBody, toFailure } from "./error-reply.ts";
import { Failure } from "./failure.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");

const createConnectionLoss = () =>
  Object.assign(new Error("Connection terminated"), { code: "57P01" });

test("API-11 a write during an outage gets 503 with Retry-After, and is not retried", async () => {
  const execute = vi.spyOn(site.services.db, "query").mockRejectedValue(createConnectionLoss());
  const refused = await site
    .openBrowser()
    .send(postQuestion, { body: { account: "yui", body: "a" } });
  expect(refused.status).toBe(503);
  expect(refused.error?.code).toBe("overloaded");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(execute).toHaveBeenCalledTimes(1);
});

let attempts = 0;

test("SAFE-11 writes that a full disk refuses are logged once", async () => {
  // A process logs each code once a minute. Other test files in this process, and an attempt of this test that failed,
  // may have had the same code less than a minute ago.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(++attempts * 120_000);
  const lines: string[] = [];
  const log = createLogger("error", { write: (line) => void lines.push(line) });
  const logging = await openSite({}, { log });
  vi.spyOn(logging.services.db, "query").mockRejectedValue(
    Object.assign(new Error("could not extend file"), { code: "53100" }),
  );
  const question = { body: { account: "yui", body: "a" } };
  for (let n = 0; n < 3; n++)
    expect((await logging.openBrowser().send(postQuestion, question)).status).toBe(503);
  // On PostgreSQL the queue of the site queries the same database now and then, and logs its own failures.
  const logged = lines.filter((line) => !line.includes("the job queue failed"));
  expect(logged).toEqual([expect.stringMatching(/53100.*requests get 503/)]);
});

test("API-11 a read is retried once after a lost connection", async () => {
  const call = { params: { id: "yui" } };
  vi.spyOn(site.services.db, "query").mockRejectedValueOnce(createConnectionLoss());
  expect((await site.openBrowser().send(getUser, call)).status).toBe(200);
  vi.spyOn(site.services.db, "query").mockRejectedValue(createConnectionLoss());
  expect((await site.openBrowser().send(getUser, call)).status).toBe(503);
});

test("API-09 an unexpected error gets 500 without details", async () => {
  vi.spyOn(site.services.db, "query").mockRejectedValue(new TypeError("canary in here"));
  const failed = await yui.send(getUser, { params: { id: "yui" } });
  expect(failed.status).toBe(500);
  expect(failed.error?.code).toBe("unexpected");
  expect(failed.text).not.toMatch(/canary|TypeError|stack/);
});

test.each(["08006", "53300", "57P03", "ECONNREFUSED", "ECONNRESET"])(
  "API-11 database error %s gets 503",
  (code) => {
    expect(toFailure({ code, message: "" })).toMatchObject({ code: "overloaded", retry_after: 1 });
  },
);

test("API-10 API-11 errors have the documented statuses", () => {
  const getStatus = (code: keyof typeof errorStatus) => new Failure(code).status;
  expect(getStatus("malformed")).toBe(400);
  expect(getStatus("sign_in_needed")).toBe(401);
  expect(getStatus("forbidden")).toBe(403);
  expect(getStatus("not_found")).toBe(404);
  expect(getStatus("stale_tab")).toBe(409);
  expect(getStatus("birth_date_needed")).toBe(412);
  expect(getStatus("too_large")).toBe(413);
  expect(getStatus("wrong_media")).toBe(415);
  expect(getStatus("refused")).toBe(422);
  expect(getStatus("too_many")).toBe(429);
  expect(getStatus("overloaded")).toBe(503);
});

test.each(locales)("API-09 SHELL-01 every code has a text in %s", (locale) => {
  for (const code of Object.keys(errorStatus) as (keyof typeof errorStatus)[]) {
    const { error } = createErrorBody(new Failure(code), locale);
    expect(error).toEqual({ code, messages: [expect.stringMatching(/\S/)], details: {} });
  }
  expect(Object.keys(catalogs[locale]).sort()).toEqual(Object.keys(catalogs.ja).sort());
});

test.each(locales)(
  "API-09 the texts of %s name the same parameters as the texts of the other languages",
  (locale) => {
    const listParameters = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, text] of Object.entries(catalogs.ja)) {
      expect([key, listParameters(catalogs[locale][key as "malformed"])]).toEqual([
        key,
        listParameters(text),
      ]);
    }
  },
);

test("API-09 one sentence for two fields is shown once", () => {
  const fields = ["a", "a", "b"].map((field) => ({ field, text_key: "missing_field" }));
  const { error } = createErrorBody(new Failure("invalid_fields", { fields }), "en");
  expect(error.messages).toEqual(["Please fill this in."]);
  expect(error.details).toEqual({ a: ["Please fill this in."], b: ["Please fill this in."] });
});

const createObjectWithKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

test("API-09 a reply names at most 20 problems", async () => {
  const refused = await yui.sendRaw("POST", postQuestion.path, createObjectWithKeys(400));
  expect(refused.status).toBe(400);
  expect(refused.error?.code).toBe("invalid_fields");
  expect(Object.keys(refused.error?.details ?? {})).toHaveLength(20);
  expect(refused.bytes.length).toBeLessThan(3_000);
});

test("API-09 a long field name is cut in the reply", async () => {
  const refused = await yui.sendRaw("POST", postQuestion.path, { ["k".repeat(100_000)]: 1 });
  expect(Object.keys(refused.error?.details ?? {})).toContain("k".repeat(100));
  expect(refused.bytes.length).toBeLessThan(1_000);
});

test.each([
  ["unknown fields", createObjectWithKeys(21_000)],
  ["values in a list", { account: "yui", options: Array.from({ length: 21_000 }, () => 1) }],
  [
    "values in lists of lists",
    { account: "yui", options: [Array.from({ length: 600 }, () => [])] },
  ],
])("API-09 a body with too many %s is refused before it is validated", async (_, body) => {
  const refused = await yui.sendRaw("POST", postQuestion.path, body);
  expect([refused.status, refused.error?.code]).toEqual([400, "malformed"]);
  expect(refused.bytes.length).toBeLessThan(500);
});

test("API-09 a query of 2,000 unknown parameters is refused before it is validated", async () => {
  const query = Array.from({ length: 2_000 }, (_, index) => `k${index}=`).join("&");
  const refused = await yui.sendRaw("GET", `/api/v2/me/notices?${query}`);
  expect([refused.status, refused.error?.code]).toEqual([400, "malformed"]);
});
