import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { type InitialSetting, putInitialSetting } from "@toibako/contract/onboarding.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { putUser } from "@toibako/contract/settings.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { sendFile } from "#platform/testing/send-file.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui");

const saveInitialSetting = (person: Browser, body: InitialSetting) =>
  person.send(putInitialSetting, { body });

async function readUser(person: Browser) {
  const { data } = await person.send(getCurrentUser, {});
  if (!("user" in data)) throw new Error("nobody is signed in");
  return data.user;
}

test("START-01 SET-06 a new account has not completed the onboarding, and has no birthday", async () => {
  expect(await readUser(yui)).toMatchObject({
    sign_up_complete: false,
    birthday: null,
    age: null,
    gender_type: "unknown",
    is_receive_dm: false,
    is_receive_baton: true,
    is_send_email: false,
    is_show_display_notify: true,
  });
});

test("START-12 START-13 one JSON request saves all fields and the completion of the onboarding", async () => {
  const nao = await site.registerPerson("nao");
  const saved = await saveInitialSetting(nao, {
    user: {
      account: "nao_new",
      displaying_name: "なお",
      birthday_year: 1999,
      birthday_month: "12",
      birthday_day: 31,
      gender: "female",
      email: "nao@example.com",
      is_send_email: true,
    },
    user_status: { ml_filter: "high" },
    is_receive_baton: false,
    is_receive_dm: true,
    use_ngword_filter: false,
    sign_up_complete: true,
  });
  expect(saved.status).toBe(200);
  const expected = {
    account: "nao_new",
    toibako_id: "nao_new",
    displaying_name: "なお",
    birthday: { year: 1999, month: 12, day: 31 },
    gender_type: "female",
    email: "nao@example.com",
    is_send_email: true,
    ml_filter: "high",
    is_receive_baton: false,
    is_receive_dm: true,
    use_ngword_filter: false,
    sign_up_complete: true,
  };
  expect(saved.data.user).toMatchObject(expected);
  expect(await readUser(nao)).toMatchObject(expected);
  expect((await site.openBrowser().send(getUser, { params: { id: "nao" } })).status).toBe(404);
  expect((await saveInitialSetting(nao, { sign_up_complete: true })).status).toBe(200);
});

test("START-05 a new account has the filter and batons on and messages off, and each of the four switches of page 2 is saved", async () => {
  const aoi = await site.registerPerson("aoi");
  await site.services.database.executeSql(
    `insert into identities (user_pk, provider, subject, nickname, name)
    select pk, 'twitter', 'aoi on x', 'aoi', 'あおい' from users where account = 'aoi'`,
  );
  // Weekly posts are off in the account; only the page proposes to turn them on if X is linked.
  const first = { use_ngword_filter: true, is_receive_baton: true, is_receive_dm: false };
  expect(await readUser(aoi)).toMatchObject({ ...first, is_auto_recruit: false });
  await saveInitialSetting(aoi, {
    user: { birthday_year: 1999, birthday_month: 1, birthday_day: 2 },
  });
  const defaults = { ...first, is_auto_recruit: true };
  const opposite = {
    use_ngword_filter: false,
    is_receive_baton: false,
    is_receive_dm: true,
    is_auto_recruit: false,
  };
  for (const switches of [defaults, opposite]) {
    expect((await saveInitialSetting(aoi, switches)).status).toBe(200);
    expect(await readUser(aoi)).toMatchObject(switches);
  }
});

test("START-10 START-12 a new account has not chosen whether to post weekly, and each saved choice counts as chosen", async () => {
  const kai = await site.registerPerson("kai");
  await saveInitialSetting(kai, { is_receive_baton: true });
  expect(await readUser(kai)).toMatchObject({ has_chosen_auto_recruit: false });
  await saveInitialSetting(kai, { is_auto_recruit: false });
  const chosen = { is_auto_recruit: false, has_chosen_auto_recruit: true };
  expect(await readUser(kai)).toMatchObject(chosen);
  await saveInitialSetting(kai, { is_receive_baton: false });
  expect(await readUser(kai)).toMatchObject(chosen);
});

test("START-12 SET-12 during and after the onboarding, another address needs the identity confirmation", async () => {
  const eri = await site.registerPerson("eri");
  // The registration has set this cookie, which is the identity confirmation.
  const confirmation = eri.cookies.get("__Host-confirmed") ?? "";
  const first = { user: { email: "eri@example.com" } };
  const other = { user: { email: "thief@example.com" } };
  const saveUnconfirmed = (body: InitialSetting) => {
    eri.cookies.delete("__Host-confirmed");
    return saveInitialSetting(eri, body);
  };
  expect((await saveUnconfirmed(first)).error?.code).toBe("confirmation_needed");
  eri.cookies.set("__Host-confirmed", confirmation);
  expect((await saveInitialSetting(eri, first)).status).toBe(200);
  for (const step of [{}, { sign_up_complete: true }] as const) {
    expect((await saveUnconfirmed({ ...first, ...step })).status).toBe(200);
    const refused = await saveUnconfirmed(other);
    expect([refused.status, refused.error?.code]).toEqual([403, "confirmation_needed"]);
    expect((await readUser(eri)).email).toBe("eri@example.com");
  }
});

test("START-12 SET-12 an account can save ten other addresses a day, and the same one again", async () => {
  const siteWithLimits = await openSite({ limit_factor: 1 });
  const ken = await siteWithLimits.registerPerson("ken");
  const saveEmail = (index: number) =>
    saveInitialSetting(ken, { user: { email: `ken${index}@example.com` } });
  for (let index = 1; index <= 10; index += 1) expect((await saveEmail(index)).status).toBe(200);
  expect((await saveEmail(11)).status).toBe(429);
  expect((await saveEmail(10)).status).toBe(200);
});

/** Sends the form as multipart, with a file as the picture. */
const saveForm = (person: Browser, fields: Record<string, string>, type: string, file: Buffer) =>
  sendFile(person, putInitialSetting, file, { name: "user[icon]", type, fields });

test("START-02 a file that is no picture is refused with 415, and nothing is saved", async () => {
  const before = await readUser(yui);
  const name = { "user[displaying_name]": "ゆいさん" };
  for (const type of ["text/plain", "image/png"]) {
    expect((await saveForm(yui, name, type, Buffer.from("no picture"))).status).toBe(415);
  }
  expect(await readUser(yui)).toEqual(before);
});

test("START-12 a form request saves the same fields and a picture", async () => {
  const rin = await site.registerPerson("rin");
  const icon = await sharp({
    create: { width: 40, height: 40, channels: 3, background: "#5ebaba" },
  })
    .png()
    .toBuffer();
  const fields = {
    "user[account]": "rin_new",
    "user[displaying_name]": "りん",
    "user[gender]": "other",
    "user[email]": "rin@example.com",
    "user[birthday_year]": "2001",
    "user[birthday_month]": "2",
    "user[birthday_day]": "28",
    "user[is_send_email]": "false",
    "user_status[ml_filter]": "low",
    is_receive_baton: "0",
  };
  const saved = await saveForm(rin, fields, "image/png", icon);
  expect(saved.status).toBe(200);
  expect(await readUser(rin)).toMatchObject({
    account: "rin_new",
    displaying_name: "りん",
    gender_type: "other",
    email: "rin@example.com",
    birthday: { year: 2001, month: 2, day: 28 },
    is_send_email: false,
    ml_filter: "low",
    is_receive_baton: false,
    avatar: null,
    sign_up_complete: false,
  });
});

test("START-04 a date of birth without one of its parts is refused, and nothing is saved", async () => {
  const partial = { birthday_year: "2000", birthday_month: "", displaying_name: "ゆいさん" };
  const refused = await saveInitialSetting(yui, { user: partial });
  expect(refused.error?.code).toBe("form_validation_failed");
  expect(Object.keys(refused.error?.details ?? {})).toEqual(["birthday_month", "birthday_day"]);
  expect(await readUser(yui)).toMatchObject({ birthday: null, displaying_name: "yui" });
});

test("START-13 START-03 the error lists every invalid field, and nothing is saved", async () => {
  const before = await readUser(yui);
  const refused = await saveInitialSetting(yui, {
    user: {
      account: "a-b c",
      displaying_name: "あ".repeat(100),
      birthday_year: 2001,
      birthday_month: 2,
      birthday_day: 29,
      email: "not an address",
      is_send_email: true,
    },
    is_receive_dm: true,
    is_auto_recruit: true,
    sign_up_complete: true,
  });
  expect(refused.status).toBe(422);
  expect(refused.error?.code).toBe("form_validation_failed");
  expect(Object.keys(refused.error?.details ?? {}).sort()).toEqual([
    "account",
    "birthday_day",
    "displaying_name",
    "email",
    "is_auto_recruit",
    "is_receive_dm",
  ]);
  expect(await readUser(yui)).toEqual(before);
});

test.each([
  ["admin", "a reserved handle"],
  ["ab", "a short handle"],
  ["KENTA", "a taken handle"],
])("START-02 AUTH-03 the handle %s is refused as %s", async (account) => {
  if (account === "KENTA") await site.registerPerson("kenta");
  const refused = await saveInitialSetting(yui, { user: { account } });
  expect(refused.error?.details.account).toHaveLength(1);
  expect((await readUser(yui)).account).toBe("yui");
});

test("START-02 the handle can be changed only until the onboarding is completed", async () => {
  const mio = await site.registerPerson("mio");
  expect(
    (await saveInitialSetting(mio, { user: { account: "mio_2" }, sign_up_complete: true })).status,
  ).toBe(200);
  const refused = await saveInitialSetting(mio, { user: { account: "mio_3" } });
  expect(refused.error?.details).toHaveProperty("account");
  expect((await saveInitialSetting(mio, { user: { account: "mio_2" } })).status).toBe(200);
});

test("START-02 AUTH-26 another handle needs the identity confirmation", async () => {
  const nao = await site.registerPerson("nao_first");
  // The registration has set this cookie, which is the identity confirmation.
  const confirmation = nao.cookies.get("__Host-confirmed") ?? "";
  nao.cookies.delete("__Host-confirmed");
  const change = { user: { account: "nao_second" } };
  const refused = await saveInitialSetting(nao, change);
  expect([refused.status, refused.error?.code]).toEqual([403, "confirmation_needed"]);
  nao.cookies.set("__Host-confirmed", confirmation);
  expect((await saveInitialSetting(nao, change)).status).toBe(200);
});

test("START-03 turning mails on needs an address", async () => {
  expect(
    (await saveInitialSetting(yui, { user: { is_send_email: true } })).error?.details,
  ).toHaveProperty("email");
});

test("SET-10 START-06 every endpoint refuses to turn messages on for minors and without a birthday", async () => {
  const thisYear = new Date().getUTCFullYear();
  const young = await site.registerPerson("young");
  const birthday = { birthday_month: 1, birthday_day: 1 };
  const child = { ...birthday, birthday_year: thisYear - 12 };
  expect(
    (await saveInitialSetting(young, { user: child, is_receive_dm: true })).error?.details,
  ).toHaveProperty("is_receive_dm");
  expect((await saveInitialSetting(young, { user: child })).status).toBe(200);
  for (const person of [young, yui]) {
    const refused = await person.send(putUser, { body: { is_receive_dm: true } });
    expect(refused.status).toBe(422);
    expect(refused.error?.details).toHaveProperty("is_receive_dm");
    expect((await person.send(putUser, { body: { is_receive_dm: false } })).status).toBe(200);
  }
  const grown = await site.registerPerson("grown");
  await saveInitialSetting(grown, { user: { ...birthday, birthday_year: thisYear - 20 } });
  expect((await grown.send(putUser, { body: { is_receive_dm: true } })).status).toBe(200);
});

test("PRIV-11 an account's email address, birthday, age, gender and switches are visible to its owner only", async () => {
  const mika = await site.registerPerson("mika");
  await saveInitialSetting(mika, {
    user: {
      birthday_year: 1987,
      birthday_month: 6,
      birthday_day: 5,
      gender: "other",
      email: "canary@example.com",
    },
  });
  for (const viewer of [yui, site.openBrowser()]) {
    const shown = await viewer.send(getUser, { params: { id: "mika" } });
    expect(shown.text).not.toMatch(/canary|birth|1987|"age"|gender|ml_filter|ngword|send_email/);
  }
});
