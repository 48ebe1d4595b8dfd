import { hash } from "@node-rs/argon2";
import { login, register } from "@toibako/contract/accounts.ts";
import { expect, test } from "vitest";
import { openSite, password } from "#platform/testing/site.ts";

const site = await openSite();
await site.registerPerson("yui");

/** More sign-ins than the queue of password hashing accepts at a time. */
const attemptCount = 600;

function signIn(account: string, typedPassword: string) {
  return site.openBrowser("en").send(login, { body: { account, password: typedPassword } });
}

test("SAFE-13 API-11 at least 202 of many simultaneous sign-ins are checked (2 running, 200 waiting), the others get 503", async () => {
  const replies = await Promise.all(
    Array.from({ length: attemptCount }, (_, index) =>
      signIn(index % 2 ? "yui" : "nobody", "a wrong guess"),
    ),
  );
  const checked = replies.filter(({ status }) => status === 401);
  const refused = replies.filter(({ status }) => status === 503);
  expect(checked.length).toBeGreaterThanOrEqual(202);
  expect(refused.length).toBeGreaterThan(0);
  expect(checked.length + refused.length).toBe(attemptCount);
  for (const { headers, error } of refused) {
    expect(headers["retry-after"]).toBe("1");
    expect(error?.messages).toEqual([expect.stringMatching(/busy/)]);
  }
  // The replies don't reveal whether the account exists.
  for (const group of [checked, refused])
    expect(new Set(group.map(({ text }) => text)).size).toBe(1);
  expect((await signIn("yui", password)).status).toBe(200);
});

test("SAFE-13 API-11 simultaneous registrations have the same limit as sign-ins, and a refused registration can be repeated", async () => {
  // On a slow machine, the deadline may refuse a request after its account was created. With the same key, the repeated
  // request succeeds nevertheless.
  const attemptRegistration = (account: string) =>
    site
      .openBrowser()
      .send(
        register,
        { body: { account, password, locale: "en" } },
        { "idempotency-key": `registration-of-${account}` },
      );
  const handles = Array.from({ length: attemptCount }, (_, index) => `many_${index}`);
  const replies = await Promise.all(handles.map(attemptRegistration));
  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses].sort((a, b) => a - b)).toEqual([201, 503]);
  const refused = handles.filter((_, index) => replies[index]?.status === 503);
  expect((await attemptRegistration(refused[0] ?? "")).status).toBe(201);
});

test("AUTH-04 a password is the same in every spelling of its letters, and a hash of one as typed still works", async () => {
  const typed = "Ｐａｓｓｗörd がぎぐ";
  const otherSpelling = "Passwo\u0308rd か\u3099き\u3099く\u3099";
  const mina = site.openBrowser();
  const body = { account: "mina", password: typed, locale: "en" } as const;
  expect((await mina.send(register, { body })).status).toBe(201);
  expect((await signIn("mina", otherSpelling)).status).toBe(200);
  expect((await signIn("mina", typed)).status).toBe(200);
  await site.services.database.executeSql(
    "update users set password_hash = $1 where account = $2",
    [await hash(typed), "mina"],
  );
  expect((await signIn("mina", typed)).status).toBe(200);
  expect((await signIn("mina", "ｗrong guess of it")).status).toBe(401);
});

test.each(["@yui", "ｙｕｉ", " YUI\u200b", "https://box.example/ja/yui"])(
  "AUTH-02 AUTH-04 signing in as %j means the handle yui",
  async (account) => {
    expect((await signIn(account, password)).status).toBe(200);
  },
);
