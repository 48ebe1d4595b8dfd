import { joinCommunity } from "@toibako/contract/communities.ts";
import {
  type Condition,
  getDiagnosisGame,
  getDiagnosisResult,
  listDiagnosisGames,
  playDiagnosisGame,
} from "@toibako/contract/diagnosis.ts";
import { leaveAccount } from "@toibako/contract/leaving.ts";
import type { TranslatedText } from "@toibako/contract/locales.ts";
import { putUser } from "@toibako/contract/settings.ts";
import {
  getEditedDiagnosisGame,
  listEditedDiagnosisGames,
  previewDiagnosisGame,
  saveDiagnosisGame,
  type TypedCondition,
  type TypedOutcome,
} from "@toibako/contract/staff/contents/diagnosis.ts";
import { listAudit } from "@toibako/contract/staff/roles.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import type { Browser } from "#platform/testing/browser.ts";
import { buildTexts } from "#platform/testing/content-pictures.ts";
import { openSite, password } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { storeFirstGames } from "./commands/store-first-games.ts";
import { firstGames } from "./first-games.ts";
import { hasDiagnosisGames } from "./queries.ts";

const site = await openSite();
const { db, database } = site.services;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta", "en");
const visitor = site.openBrowser();

const fallback: TypedOutcome = { conditions: [], share_body: buildTexts("other") };
const isJapanese: Condition = {
  reference_class: "User",
  attr: "locale",
  value: "ja",
  operand: "and",
  query_operand: "eq",
};

interface GameBody {
  version: number;
  conditions: readonly TypedCondition[];
  outcomes: readonly TypedOutcome[];
  titles: TranslatedText;
  is_shown: boolean;
}
const save = (id: string, body: Partial<GameBody> = {}, by: Browser = admin) =>
  by.send(saveDiagnosisGame, {
    params: { id },
    body: {
      version: 0,
      titles: buildTexts("Game"),
      descriptions: buildTexts("About"),
      position: 5,
      is_shown: true,
      conditions: [],
      outcomes: [fallback],
      ...body,
    },
  });

async function createGame(body: Partial<GameBody> = {}): Promise<string> {
  const id = createPublicId();
  expect((await save(id, body)).status).toBe(200);
  return id;
}
const play = (browser: Browser, uuid: string) =>
  browser.send(playDiagnosisGame, { params: { uuid } });
const open = async (browser: Browser, uuid: string) =>
  (await browser.send(getDiagnosisGame, { params: { uuid } })).data;
const movePlayed = (uuid: string, days: number) =>
  database.executeSql(
    "update diagnosis_results set played_on = played_on - $2::integer where game_uuid = $1",
    [uuid, days],
  );

test("GAME-01 the first outcome whose conditions hold wins, and the last has none", async () => {
  const uuid = await createGame({
    outcomes: [{ conditions: [isJapanese], share_body: buildTexts("Japanese") }, fallback],
  });
  expect((await play(yui, uuid)).data.result.share_body).toBe("Japanese ja");
  expect((await play(kenta, uuid)).data.result.share_body).toBe("other en");
});

test("GAME-02 a game has one result a day, in the time zone of the account, also for simultaneous presses", async () => {
  const uuid = await createGame();
  expect(await open(yui, uuid)).toMatchObject({ can_play: true, own_result: null });
  const replies = await Promise.all([1, 2, 3].map(() => play(yui, uuid)));
  const [first] = replies;
  for (const reply of replies) expect([reply.status, reply.data]).toEqual([201, first?.data]);
  // The outcome stays until the day ends, whatever is saved meanwhile.
  await save(uuid, { version: 1, outcomes: [{ ...fallback, share_body: buildTexts("new") }] });
  expect((await play(yui, uuid)).data).toEqual(first?.data);
  expect((await open(yui, uuid)).own_result).toEqual(first?.data.result);
  await movePlayed(uuid, 1);
  expect((await open(yui, uuid)).own_result).toBeNull();
  expect((await play(yui, uuid)).data.result.share_body).toBe("new ja");
  const { rows } = await database.executeSql(
    `select count(*)::int as count, count(distinct played_on)::int as days from diagnosis_results
     where game_uuid = $1`,
    [uuid],
  );
  expect(rows).toEqual([{ count: 2, days: 2 }]);
});

test("GAME-02 the day is that of the account's time zone", async () => {
  const uuid = await createGame();
  const mei = await site.registerPerson("mei");
  const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  for (const zone of zones) {
    await database.executeSql("update users set time_zone = $1 where account = 'mei'", [zone]);
    await play(mei, uuid);
  }
  const { rows } = await database.executeSql(
    "select played_on::text as day from diagnosis_results where game_uuid = $1 order by pk",
    [uuid],
  );
  const days = zones.map((timeZone) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format());
  expect(rows).toEqual(days.map((day) => ({ day })));
});

test("GAME-01 who may not play by the primary conditions is told so, and gets no result", async () => {
  const uuid = await createGame({ conditions: [isJapanese] });
  expect((await open(kenta, uuid)).can_play).toBe(false);
  const refused = await play(kenta, uuid);
  expect([refused.status, refused.error?.code]).toEqual([422, "refused"]);
  expect(refused.error?.messages).toEqual([expect.stringContaining("This game has nothing")]);
  expect((await open(yui, uuid)).can_play).toBe(true);
});

test("GAME-02 a shared result and its picture are public, have nothing of the account in their addresses, and end with the account", async () => {
  const uuid = await createGame({
    outcomes: [{ ...fallback, share_body: buildTexts("{name} in {community}") }],
  });
  const hana = await site.registerPerson("hana");
  await hana.send(putUser, { body: { displaying_name: "花<b>{community}" } });
  await hana.send(joinCommunity, {
    params: { category_id: "culture", community_id: "books" },
  });
  const { result } = (await play(hana, uuid)).data;
  expect(result.share_body).toMatch(/^花<b>\{community\} in (?!Toibako).+ ja$/);
  expect(result.image_url).toBe(`/cards/diagnosis/${result.id}.png`);
  const shared = { params: { uuid, id: result.id } };
  expect((await visitor.send(getDiagnosisResult, shared)).data).toEqual({ result });
  const otherGame = { params: { uuid: firstGames[0]?.uuid ?? "", id: result.id } };
  expect((await visitor.send(getDiagnosisResult, otherGame)).status).toBe(404);
  const picture = await visitor.sendRaw("GET", result.image_url);
  expect(picture.status).toBe(200);
  const { width, height, format } = await sharp(picture.bytes).metadata();
  expect([width, height, format]).toEqual([1200, 630, "png"]);
  const etag = String(picture.headers.etag);
  const again = await visitor.sendRaw("GET", result.image_url, undefined, {
    "if-none-match": etag,
  });
  expect(again.status).toBe(304);
  const invalidated = await site.collectInvalidatedPages(() =>
    hana.send(leaveAccount, { body: { password } }),
  );
  expect(invalidated.flat()).toContain(`/diagnosis/${uuid}`);
  expect((await visitor.send(getDiagnosisResult, shared)).status).toBe(404);
  expect((await visitor.sendRaw("GET", result.image_url)).status).toBe(404);
});

test("GAME-02 results are deleted after 90 days", async () => {
  const uuid = await createGame();
  await play(yui, uuid);
  await play(kenta, uuid);
  const count = async () =>
    (await database.executeSql("select from diagnosis_results where game_uuid = $1", [uuid])).rows
      .length;
  const clean = () =>
    site.jobs.find(({ definition }) => definition.name === "delete_expired_rows")?.run([{}]);
  await movePlayed(uuid, 80);
  await clean();
  expect(await count()).toBe(2);
  await movePlayed(uuid, 15);
  await clean();
  expect(await count()).toBe(0);
});

test("GAME-02 a hidden game and its results are not found, and no list has it", async () => {
  const uuid = await createGame();
  const { result } = (await play(yui, uuid)).data;
  await save(uuid, { version: 1, is_shown: false });
  expect((await visitor.send(listDiagnosisGames, {})).data.games.map((g) => g.uuid)).not.toContain(
    uuid,
  );
  for (const reply of [
    await visitor.send(getDiagnosisGame, { params: { uuid } }),
    await play(yui, uuid),
    await visitor.send(getDiagnosisResult, { params: { uuid, id: result.id } }),
  ])
    expect(reply.status).toBe(404);
  expect((await visitor.sendRaw("GET", result.image_url)).status).toBe(404);
});

test("ADMIN-09 the first games are stored once in their order, and stay as staff have saved them", async () => {
  const { games } = (await kenta.send(listDiagnosisGames, {})).data;
  const shown = games.filter(({ uuid }) => uuid.startsWith("first-game-"));
  expect(shown.map(({ uuid }) => uuid)).toEqual(firstGames.map(({ uuid }) => uuid));
  expect(shown[0]?.title).toBe(firstGames[0]?.titles.en);
  const [first] = firstGames;
  if (!first) throw new Error("there is no first game");
  await save(first.uuid, { version: 1, titles: buildTexts("Changed") });
  await storeFirstGames(db);
  expect((await open(kenta, first.uuid)).game.title).toBe("Changed en");
});

const preview = (
  by: Browser,
  conditions: readonly TypedCondition[],
  outcomes?: readonly TypedOutcome[],
  locale: "ja" | "th" = "ja",
) =>
  by.send(previewDiagnosisGame, {
    params: { locale },
    body: { conditions, ...(outcomes && { outcomes }) },
  });

test("ADMIN-01 only admins get a preview: 401 for visitors, 403 for others", async () => {
  const path = "/ja/adm/admin/master/diagnosis_games/preview";
  const statuses = await Promise.all(
    [visitor, yui, moderator, admin].map(
      async (browser) => (await browser.sendRaw("POST", path, { conditions: [] })).status,
    ),
  );
  expect(statuses).toEqual([401, 403, 403, 200]);
});

test("ADMIN-01 ADMIN-04 the preview shows what the admin would get from unsaved outcomes, and stores nothing", async () => {
  const outcomes = [
    { conditions: [isJapanese], share_body: buildTexts("Japanese") },
    { conditions: [], share_body: buildTexts("{name}/{community}") },
  ];
  const { rows: before } = await database.executeSql("select from diagnosis_results");
  expect((await preview(admin, [], outcomes)).data).toEqual({
    can_play: true,
    share_body: "emi/Toibako ja",
  });
  expect((await preview(admin, [], outcomes, "th")).data.share_body).toBe("emi/Toibako th");
  expect((await preview(admin, [isJapanese], outcomes)).data).toEqual({
    can_play: false,
    share_body: "",
  });
  expect((await preview(admin, [])).data).toEqual({ can_play: true, share_body: "" });
  const { rows: after } = await database.executeSql("select from diagnosis_results");
  expect(after.length).toBe(before.length);
});

test("ADMIN-02 ADMIN-03 unknown words and nested values are refused with a text for each field", async () => {
  const wrong = [
    { reference_class: "Session", value: "3:1" },
    { attr: "password_hash", value: "1" },
    { operand: "xor", value: "3:1" },
    { attr: "age", query_operand: "like", value: "1" },
    { value: { gt: 1 } },
    { value: "0:0" },
    { value: "x" },
  ];
  const refused = await preview(admin, wrong, [fallback]);
  expect([refused.status, refused.error?.code]).toEqual([422, "form_validation_failed"]);
  expect(refused.error?.details).toEqual({
    "conditions.0.reference_class": ["入力した内容を確かめてください。"],
    "conditions.1.attr": ["入力した内容を確かめてください。"],
    "conditions.2.operand": ["入力した内容を確かめてください。"],
    "conditions.3.query_operand": ["入力した内容を確かめてください。"],
    "conditions.4.value": ["入力した内容を確かめてください。"],
    "conditions.5.value": [expect.stringContaining("3:1")],
    "conditions.6.value": [expect.stringContaining("3:1")],
  });
  const repeat = (count: number) => Array.from({ length: count }, () => isJapanese);
  expect((await preview(admin, repeat(21))).error?.details).toEqual({
    conditions: [expect.stringContaining("20")],
  });
  expect((await save(createPublicId(), { conditions: repeat(21) })).status).toBe(422);
  // The body is larger than any may be.
  expect((await preview(admin, repeat(10_000))).status).toBe(413);
  const largest = await save(createPublicId(), {
    conditions: repeat(20),
    outcomes: [
      ...Array.from({ length: 19 }, () => ({
        conditions: repeat(20),
        share_body: buildTexts("あ".repeat(190)),
      })),
      fallback,
    ],
  });
  expect(largest.status).toBe(200);
  const saved = await save(createPublicId(), {
    outcomes: [{ conditions: [isJapanese], share_body: buildTexts("a") }],
  });
  expect([saved.status, Object.keys(saved.error?.details ?? {})]).toEqual([
    422,
    ["outcomes.0.conditions"],
  ]);
  const none = await save(createPublicId(), { outcomes: [] });
  expect([none.status, Object.keys(none.error?.details ?? {})]).toEqual([422, ["outcomes"]]);
  // A text that is far too long is refused before anything else is looked at.
  const share_body = { ...buildTexts("a"), ja: "😀".repeat(5_000) };
  const long = await save(createPublicId(), {
    outcomes: [fallback, { conditions: [], share_body }],
  });
  expect([long.status, Object.keys(long.error?.details ?? {})]).toEqual([
    400,
    ["outcomes.1.share_body.ja"],
  ]);
});

test("ADMIN-09 a save from an old tab is refused, a repeated one is not, and each save is in the audit log", async () => {
  const id = createPublicId();
  const first = await save(id);
  expect((await save(id)).data).toEqual(first.data);
  expect((await save(id, { titles: buildTexts("Other") })).status).toBe(409);
  const second = await save(id, { version: 1, conditions: [isJapanese] });
  expect(second.data.game).toMatchObject({ version: 2, conditions: [isJapanese] });
  expect((await admin.send(getEditedDiagnosisGame, { params: { id } })).data).toEqual(second.data);
  const list = async (after?: string) =>
    (await admin.send(listEditedDiagnosisGames, { query: after === undefined ? {} : { after } }))
      .data;
  const listed = await list();
  expect(listed.games.find((game) => game.id === id)).toEqual({
    id,
    title: "Game en",
    is_shown: true,
    outcomes_count: 1,
  });
  expect((await list(listed.games[0]?.id)).games).toEqual(listed.games.slice(1));
  const { entries } = (await admin.send(listAudit, { query: { action: "diagnosis_game.save" } }))
    .data;
  const own = entries.filter(({ object }) => object === `diagnosis game ${id}`);
  expect(own.map(({ reason }) => reason)).toEqual(["changed", "created"]);
  expect((await save(id, { version: 2 }, moderator)).status).toBe(403);
});

test("ADMIN-09 a saved game is on all pages at once", async () => {
  const events: string[] = [];
  const { bus } = site.services;
  bus.subscribe("all_pages", () => events.push("all_pages"));
  await database.executeSql("update diagnosis_games set is_shown = false");
  expect(await hasDiagnosisGames(db)).toBe(false);
  await createGame();
  await expect.poll(() => events.length).toBe(1);
  expect(await hasDiagnosisGames(db)).toBe(true);
});
