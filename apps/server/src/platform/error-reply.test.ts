import { commonErrors, errorStatus } from "@toibako/contract/errors.ts";
import { locales } from "@toibako/contract/locales.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { postQuestion } from "@toibako/contract/questions.ts";
import { expect, test, vi } from "vitest";
import { errorBody, failureOf } from "./error-reply.ts";
import { Failure } from "./failure.ts";
import { openSite } from "./testing/site.ts";
import { catalogs } from "./texts.ts";

const site = await openSite();
const yui = await site.person("yui");

const lost = () => Object.assign(new Error("Connection terminated"), { code: "57P01" });

test("API-11 a write that the database can't take is 503 with Retry-After, and is tried once", async () => {
  const execute = vi.spyOn(site.services.db, "executeQuery").mockRejectedValue(lost());
  const refused = await site.visitor().send(postQuestion, { body: { account: "yui", body: "a" } });
  expect(refused.status).toBe(503);
  expect(refused.error?.code).toBe("overloaded");
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(execute).toHaveBeenCalledTimes(1);
});

test("API-11 a read whose connection died under it is tried once more", async () => {
  const call = { params: { id: "yui" } };
  vi.spyOn(site.services.db, "executeQuery").mockRejectedValueOnce(lost());
  expect((await site.visitor().send(getUser, call)).status).toBe(200);
  vi.spyOn(site.services.db, "executeQuery").mockRejectedValue(lost());
  expect((await site.visitor().send(getUser, call)).status).toBe(503);
});

test("API-09 what nobody expected is 500 and says nothing of itself", async () => {
  vi.spyOn(site.services.db, "executeQuery").mockRejectedValue(new TypeError("canary in here"));
  const failed = await yui.send(getUser, { params: { id: "yui" } });
  expect(failed.status).toBe(500);
  expect(failed.error?.code).toBe("unexpected");
  expect(failed.text).not.toMatch(/canary|TypeError|stack/);
});

test.each(["08006", "53300", "57P03", "ECONNREFUSED", "ECONNRESET"])(
  "API-11 %s of the database means: later",
  (code) => {
    expect(failureOf({ code, message: "" })).toMatchObject({ code: "overloaded", retry_after: 1 });
  },
);

test("API-10 API-11 every code has the status that is written down for it", () => {
  const statusOf = (code: keyof typeof errorStatus) => new Failure(code).status;
  expect(statusOf("malformed")).toBe(400);
  expect(statusOf("sign_in_needed")).toBe(401);
  expect(statusOf("forbidden")).toBe(403);
  expect(statusOf("not_found")).toBe(404);
  expect(statusOf("stale_tab")).toBe(409);
  expect(statusOf("birth_date_needed")).toBe(412);
  expect(statusOf("too_large")).toBe(413);
  expect(statusOf("wrong_media")).toBe(415);
  expect(statusOf("refused")).toBe(422);
  expect(statusOf("too_many")).toBe(429);
  expect(statusOf("overloaded")).toBe(503);
  expect(commonErrors.map(statusOf)).not.toContain(undefined);
});

test.each(locales)("API-09 SHELL-01 every code has its words in %s", (locale) => {
  for (const code of Object.keys(errorStatus) as (keyof typeof errorStatus)[]) {
    const { error } = errorBody(new Failure(code), locale);
    expect(error).toEqual({ code, messages: [expect.stringMatching(/\S/)], details: {} });
  }
  expect(Object.keys(catalogs[locale]).sort()).toEqual(Object.keys(catalogs.ja).sort());
});

test.each(locales)("API-09 the texts of %s name the same parameters as the others", (locale) => {
  const parameters = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, text] of Object.entries(catalogs.ja)) {
    expect([key, parameters(catalogs[locale][key as "malformed"])]).toEqual([
      key,
      parameters(text),
    ]);
  }
});

test("API-09 one sentence for two fields is shown once", () => {
  const fields = ["a", "a", "b"].map((field) => ({ field, text: "missing_field" }));
  const { error } = errorBody(new Failure("invalid_fields", { fields }), "en");
  expect(error.messages).toEqual(["Please fill this in."]);
  expect(error.details).toEqual({ a: ["Please fill this in."], b: ["Please fill this in."] });
});
