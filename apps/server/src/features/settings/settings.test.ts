import { getCurrentUser } from "@toibako/contract/accounts.ts";
import { postAnswer } from "@toibako/contract/answers.ts";
import { avatars, formatAvatarUrl, getIconUrl } from "@toibako/contract/avatars.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { getUser } from "@toibako/contract/profiles.ts";
import { putUser, type Settings } from "@toibako/contract/settings.ts";
import { expect, test } from "vitest";
import type { Browser } from "#platform/testing/browser.ts";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta", "en");

const saveSettings = (person: Browser, body: Settings) => person.send(putUser, { body });

async function readUser(person: Browser) {
  const { data } = await person.send(getCurrentUser, {});
  return "user" in data ? data.user : undefined;
}

test("SET-05 SET-06 PROF-08 a new account has the defaults", async () => {
  expect(await readUser(kenta)).toMatchObject({
    use_ngword_filter: true,
    ml_filter: "medium",
    is_batch_answer_to_stamp: true,
    is_receive_baton: true,
    is_findable: true,
    is_receive_community_question: true,
    is_show_sensitive_content: false,
    card_theme: "mint",
    self_introduction: "",
  });
});

test("SET-06 the reply with the current account has exactly these fields", async () => {
  expect(Object.keys((await readUser(kenta)) ?? {}).sort()).toEqual([
    "account",
    "account_changeable_at",
    "age",
    "avatar",
    "birthday",
    "card_theme",
    "community_tutorial_has_not_began_yet",
    "community_tutorial_status",
    "confirmed_email",
    "displaying_name",
    "email",
    "gender_type",
    "has_chosen_auto_recruit",
    "has_password",
    "icon_url",
    "id",
    "is_ad_free",
    "is_auto_message_recruit",
    "is_auto_recruit",
    "is_batch_answer_to_stamp",
    "is_findable",
    "is_message_tos_showed",
    "is_receive_baton",
    "is_receive_community_question",
    "is_receive_dm",
    "is_send_email",
    "is_show_display_notify",
    "is_show_sensitive_content",
    "locale",
    "ml_filter",
    "provider",
    "role",
    "self_introduction",
    "sign_up_complete",
    "suspended_until",
    "time_zone",
    "toibako_id",
    "unread_answers_count",
    "unread_questions_count",
    "use_ngword_filter",
  ]);
});

const settings: Settings[] = [
  { is_show_sensitive_content: true },
  { is_receive_baton: false },
  { is_findable: false },
  { is_receive_community_question: false },
  { is_receive_community_question: true },
  { is_batch_answer_to_stamp: false },
  { use_ngword_filter: false },
  { ml_filter: "none" },
  { ml_filter: "high" },
  { card_theme: "night" },
  { gender_type: "other" },
  { is_send_email: true },
  { is_show_display_notify: false },
  { time_zone: "Europe/Berlin" },
  { displaying_name: "ゆい" },
  { self_introduction: "Coffee\nand books" },
];

test.each(settings)(
  "SET-04 SET-06 COMM-43 %j is saved and changes nothing else",
  async (setting) => {
    const before = await readUser(yui);
    const saved = await saveSettings(yui, setting);
    expect(saved.status).toBe(200);
    expect(saved.data.user).toEqual({ ...before, ...setting });
    expect(await readUser(yui)).toEqual(saved.data.user);
  },
);

test("FEEL-07 PROF-21 a new account has the avatar of its handle, and may choose another", async () => {
  const nao = await site.registerPerson("nao", "en");
  const before = await readUser(nao);
  expect(before?.icon_url).toBe(getIconUrl("nao", null));
  const avatar = before?.avatar === "fox" ? "owl" : "fox";
  const saved = (await saveSettings(nao, { avatar })).data.user;
  expect(saved).toEqual({ ...before, avatar, icon_url: `/avatars/${avatar}.svg` });
  const profile = await kenta.send(getUser, { params: { id: "nao" } });
  expect(profile.data.user.icon_url).toBe(saved.icon_url);
});

test("FEEL-07 every avatar is served as a picture that may be cached", async () => {
  for (const avatar of avatars) {
    const { status, headers } = await kenta.sendRaw("GET", formatAvatarUrl(avatar));
    expect([status, headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect(headers["cache-control"]).toMatch(/^public, max-age=\d{6,}$/);
  }
  expect((await kenta.sendRaw("GET", "/avatars/nobody.svg")).status).toBe(404);
});

test("SET-04 several settings are saved together, and an empty request changes nothing", async () => {
  const several = { card_theme: "forest", ml_filter: "low", use_ngword_filter: true } as const;
  const { user } = (await saveSettings(kenta, several)).data;
  expect(user).toMatchObject(several);
  expect((await saveSettings(kenta, {})).data.user).toEqual(user);
});

test.each([
  { is_admin: true },
  { account: "somebody_else" },
  { pk: 1 },
  { email: null, left_at: null },
  { card_theme: "gold" },
  { ml_filter: "extreme" },
  { is_receive_baton: "no" },
  { is_receive_baton: null },
  { displaying_name: 3 },
])("SET-04 PRIV-12 %j is refused and changes nothing", async (body) => {
  const before = await readUser(yui);
  const refused = await yui.sendRaw("PUT", "/api/v1/user", { card_theme: "sakura", ...body });
  expect(refused.status).toBe(400);
  expect(await readUser(yui)).toEqual(before);
});

test.each([`{"__proto__":{"is_admin":true}}`, `{"constructor":{"prototype":{}}}`, "[]", "1"])(
  "SET-04 %s is refused",
  async (body) => {
    expect((await yui.sendRaw("PUT", "/api/v1/user", body)).status).toBe(400);
  },
);

test("SET-04 a name is trimmed to one line, and an empty name becomes the handle", async () => {
  const saveName = async (displaying_name: string) =>
    (await saveSettings(kenta, { displaying_name })).data.user.displaying_name;
  expect(await saveName("  Kenta \n Mori\u202e ")).toBe("Kenta Mori");
  expect(await saveName("👨‍👩‍👧‍👦".repeat(30))).toBe("👨‍👩‍👧‍👦".repeat(30));
  expect(await saveName(" \u200b ")).toBe("kenta");
});

test("SET-04 texts that are too long are refused by field, and nothing is saved", async () => {
  const before = await readUser(kenta);
  const refused = await saveSettings(kenta, {
    displaying_name: "あ".repeat(31),
    self_introduction: "あ".repeat(301),
    card_theme: "mono",
  });
  expect([refused.status, refused.error?.code]).toEqual([400, "invalid_fields"]);
  expect(Object.keys(refused.error?.details ?? {})).toEqual([
    "displaying_name",
    "self_introduction",
  ]);
  expect(await readUser(kenta)).toEqual(before);
  expect((await saveSettings(kenta, { self_introduction: "あ".repeat(300) })).status).toBe(200);
});

test("SET-17 dates are shown in the time zone of the settings", async () => {
  const mei = await site.registerPerson("mei", "en");
  await site.askQuestion(kenta, "mei", "What time is it?");
  const readAskedTime = async () => {
    const { data } = await mei.send(listReceivedItems, {});
    return data.items[0]?.asked_date_time__formatted_for_user;
  };
  await saveSettings(mei, { time_zone: "Asia/Tokyo" });
  const tokyo = await readAskedTime();
  // The two time zones always differ by 19 hours.
  await saveSettings(mei, { time_zone: "Pacific/Honolulu" });
  expect(await readAskedTime()).not.toBe(tokyo);
  await saveSettings(mei, { time_zone: "Asia/Tokyo" });
  expect(await readAskedTime()).toBe(tokyo);
});

test.each([
  "America/New_York",
  "America/Argentina/Buenos_Aires",
  "Asia/Kathmandu",
  "Asia/Calcutta",
  "Australia/Lord_Howe",
  "US/Eastern",
  "Etc/GMT+5",
  "UTC",
])("SET-17 accepts the time zone %s", async (time_zone) => {
  expect((await saveSettings(yui, { time_zone })).status).toBe(200);
  // Some names are older names of the same zone.
  const readOffset = (timeZone: string) =>
    new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).format(0);
  expect(readOffset((await readUser(yui))?.time_zone ?? "")).toBe(readOffset(time_zone));
});

test.each(["Mars/Olympus", "", "+09:00", "Asia/Tokyo; drop", "constructor"])(
  "SET-17 refuses the time zone %j and changes nothing",
  async (time_zone) => {
    const before = await readUser(yui);
    const refused = await saveSettings(yui, { time_zone, card_theme: "mono" });
    expect([refused.status, Object.keys(refused.error?.details ?? {})]).toEqual([
      400,
      ["time_zone"],
    ]);
    expect(await readUser(yui)).toEqual(before);
  },
);

test("SET-04 PRIV-11 the public profile shows the new name and no settings", async () => {
  await saveSettings(yui, { displaying_name: "Yui Sato", self_introduction: "Hello" });
  const { data } = await site.openBrowser().send(getUser, { params: { id: "yui" } });
  expect(data.user).toMatchObject({ displaying_name: "Yui Sato", self_introduction: "Hello" });
  expect(JSON.stringify(data)).not.toMatch(/ml_filter|sensitive|ngword|baton/);
});

test("SET-04 only cached pages that show the changed settings are invalidated", async () => {
  const uuid = await site.askQuestion(kenta, "yui", "何色？");
  await yui.send(postAnswer, { params: { question_id: uuid }, body: { text: "青" } });
  const invalidated = await site.collectInvalidatedPages(async () => {
    await saveSettings(yui, { card_theme: "washi" });
    await saveSettings(yui, { self_introduction: "Hi" });
    await saveSettings(yui, { is_receive_baton: true, ml_filter: "low" });
  });
  expect(invalidated).toEqual([["/yui", `/q/${uuid}`], ["/yui"]]);
});
