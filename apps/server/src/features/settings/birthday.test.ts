import { getCurrentUser, getCurrentUserByFormerPath } from "@toibako/contract/accounts.ts";
import { putProfile } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");

const saveBirthday = (person: Browser, year?: unknown, month?: unknown, day?: unknown) =>
  person.send(putProfile, {
    body: { user: { birthday_year: year, birthday_month: month, birthday_day: day } as never },
  });

const thisYear = new Date().getUTCFullYear();

test.each([
  [undefined, undefined, undefined, ["birthday_year", "birthday_month", "birthday_day"]],
  [2000, 1, undefined, ["birthday_day"]],
  ["", "1", "1", ["birthday_year"]],
  [2001, 2, 29, ["birthday_day"]],
  [2000, 13, 1, ["birthday_day"]],
  [2000, 4, 31, ["birthday_day"]],
  [2000, 0, 1, ["birthday_day"]],
  [1949, 12, 31, ["birthday_day"]],
  [thisYear + 1, 1, 1, ["birthday_day"]],
  ["2000x", 1, 1, ["birthday_day"]],
])(
  "SET-07 the date %j-%j-%j is refused, with the fields that are wrong",
  async (year, month, day, fields) => {
    const refused = await saveBirthday(yui, year, month, day);
    expect([refused.status, refused.error?.code]).toEqual([422, "form_validation_failed"]);
    expect(Object.keys(refused.error?.details ?? {})).toEqual(fields);
    const { data } = await yui.send(getCurrentUser, {});
    expect(data).toMatchObject({ user: { birthday: null, age: null } });
  },
);

test("SET-07 a year that isn't a whole number is refused before its date is checked", async () => {
  const refused = await saveBirthday(yui, 2000.5, 1, 1);
  expect([refused.status, refused.error?.code]).toEqual([400, "invalid_fields"]);
  expect(Object.keys(refused.error?.details ?? {})).toEqual(["birthday_year"]);
});

test("SET-07 SET-08 SET-09 an account can set its birthday once, and its age is computed", async () => {
  const saved = await saveBirthday(yui, 2000, "2", "29");
  expect(saved.status).toBe(200);
  const { birthday, age } = saved.data.user;
  expect(birthday).toEqual({ year: 2000, month: 2, day: 29 });
  expect(age).toBe(Math.floor((Date.now() - Date.UTC(2000, 1, 29)) / 86_400_000 / 365));
  const changed = await saveBirthday(yui, 2001, 1, 1);
  expect(changed.status).toBe(422);
  expect(changed.error?.details).toHaveProperty("birthday_day");
  expect((await saveBirthday(yui, 2000, 2, 29)).status).toBe(200);
  expect((await yui.send(getCurrentUser, {})).data).toMatchObject({ user: { birthday } });
});

test("SET-08 only one of two simultaneous birthdays is saved", async () => {
  const kenta = await site.registerPerson("kenta");
  const replies = await Promise.all([
    saveBirthday(kenta, 1990, 1, 1),
    saveBirthday(kenta, 1991, 1, 1),
  ]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
});

test("SET-04 the gender can be saved without other fields", async () => {
  const saved = await yui.send(putProfile, { body: { user: { gender: "other" } } });
  expect(saved.data.user.gender_type).toBe("other");
  const wrong = await yui.send(putProfile, { body: { user: { gender: "x" as never } } });
  expect(wrong.error?.details).toHaveProperty("gender");
});

test("SET-06 GET /api/v1/user returns the same as /api/v2/users/me", async () => {
  for (const person of [yui, site.openBrowser()]) {
    const [newer, older] = await Promise.all([
      person.send(getCurrentUser, {}),
      person.send(getCurrentUserByFormerPath, {}),
    ]);
    expect([older.status, older.text]).toEqual([newer.status, newer.text]);
  }
});
