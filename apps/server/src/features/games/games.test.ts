import type { Input } from "@toibako/contract/endpoint.ts";
import { getTopGame, listGames } from "@toibako/contract/games.ts";
import {
  getEditedGame,
  listEditedGames,
  saveGame,
} from "@toibako/contract/staff/contents/games.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import { sessionCookie } from "#platform/identity/session.ts";
import { buildTexts, uploadContentPicture } from "#platform/testing/content-pictures.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";

const games_url = "https://games.example/play";
const site = await openSite({ games_url });
const { database } = site.services;
const { secret_key } = site.services.config;
const openOther = (url: string | undefined) =>
  openSite(
    { secret_key, games_url: url },
    { database: { ...database, close: async () => undefined } },
  );
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");
const kenta = await site.registerPerson("kenta");
const visitor = site.openBrowser();

const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#0a0" } })
  .png()
  .toBuffer();
const image_url = (await uploadContentPicture(admin, "game", picture)).data.url;
const icon_url = (await uploadContentPicture(admin, "icon", picture)).data.url;

const events: string[] = [];
site.services.bus.subscribe("all_pages", () => events.push("all_pages"));

type GameBody = Input<typeof saveGame>["body"];
const buildGame = (name: string): GameBody => ({
  version: 0,
  path_id: name,
  titles: buildTexts(name),
  descriptions: buildTexts(`About ${name}`),
  image_url,
  priority: 5,
  is_shown: true,
});
const save = (uuid: string, body: Partial<GameBody> = {}, by = admin) =>
  by.send(saveGame, { params: { uuid }, body: { ...buildGame("maze"), ...body } });

const list = async (browser = visitor) => (await browser.send(listGames, {})).data.games;
const readTop = async (browser = visitor) => (await browser.send(getTopGame, {})).data;
/** The id of the account in the links that it gets. */
const readOutsideId = async (browser = yui) => {
  const { game } = await readTop(browser);
  return new URL(game?.url ?? "").searchParams.get("u") ?? "";
};

const maze = createPublicId();

test("ADS-12 without games there is no list and no first game", async () => {
  const site_url = `${games_url}/`;
  expect((await visitor.send(listGames, {})).data).toEqual({ games: [], site_url });
  expect(await readTop()).toEqual({ game: null, site_url });
});

test("ADMIN-09 ADS-12 ADS-13 a game that an admin makes is listed at once, in the reader's language, with its page on the games site", async () => {
  const saved = await save(maze);
  expect(saved.data.game).toEqual({ ...buildGame("maze"), uuid: maze, version: 1 });
  await expect.poll(() => events.length).toBeGreaterThanOrEqual(1);
  const { data } = await visitor.send(listGames, {}, { "x-locale": "ko" });
  expect(data.games).toEqual([
    {
      uuid: maze,
      title: "maze ko",
      description: "About maze ko",
      image_url,
      url: `${games_url}/games/maze`,
      priority: 5,
    },
  ]);
  const { bytes } = await visitor.sendRaw("GET", image_url);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 800, height: 450 });
});

test("ADS-12 the first game is the one with the largest priority that is shown", async () => {
  const [quiz, dice] = [createPublicId(), createPublicId()];
  await save(quiz, { ...buildGame("quiz"), priority: 1_000_000 });
  await save(dice, { ...buildGame("dice"), priority: 0 });
  expect((await list()).map(({ uuid }) => uuid)).toEqual([quiz, maze, dice]);
  expect((await readTop()).game).toMatchObject({ uuid: quiz, title: "quiz ja" });
  await save(quiz, { ...buildGame("quiz"), version: 1, is_shown: false });
  expect((await list()).map(({ uuid }) => uuid)).toEqual([maze, dice]);
  expect((await readTop()).game).toMatchObject({ uuid: maze });
  const listed = (await admin.send(listEditedGames, { query: {} })).data;
  expect(listed).toMatchObject({ has_more: false, games_url });
  expect(listed.games.map(({ uuid, is_shown }) => [uuid, is_shown])).toContainEqual([quiz, false]);
  const thai = (await admin.send(listEditedGames, {}, { "x-locale": "th" })).data.games;
  const { titles } = (await admin.send(getEditedGame, { params: { uuid: quiz } })).data.game;
  expect(thai.find(({ uuid }) => uuid === quiz)?.title).toBe(titles.th);
  const { uuid: first } = listed.games[0] ?? { uuid: "" };
  const after = (await admin.send(listEditedGames, { query: { after: first } })).data.games;
  expect(after).toEqual(listed.games.slice(1));
});

test("ADS-13 links of an account have an id that is the same every time and another one for each account and games site", async () => {
  const id = await readOutsideId();
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(await readOutsideId()).toBe(id);
  expect(await readOutsideId(await site.signInAgain("yui"))).toBe(id);
  expect(await readOutsideId(kenta)).not.toBe(id);
  const { site_url } = await readTop(yui);
  expect(site_url).toBe(`${games_url}/?u=${id}`);
  expect((await list(yui)).map(({ url }) => url)).toContain(`${games_url}/games/maze?u=${id}`);
  const elsewhere = await openOther("https://other.example/play");
  const there = await elsewhere.signInAgain("yui");
  expect(await readOutsideId(there)).not.toBe(id);
  const movedOnSite = await openOther("https://games.example");
  expect(await readOutsideId(await movedOnSite.signInAgain("yui"))).toBe(id);
});

test("ADS-13 links of visitors have no id, also of those with a cookie and after signing out", async () => {
  const asker = site.openBrowser();
  await site.askQuestion(asker, "yui", "A?");
  for (const browser of [visitor, asker]) {
    const { game, site_url } = await readTop(browser);
    expect([game?.url, site_url]).toEqual([`${games_url}/games/maze`, `${games_url}/`]);
    expect(JSON.stringify(await list(browser))).not.toContain("u=");
  }
});

test("ADS-13 the id signs nobody in, names no account to any call, and is stored nowhere", async () => {
  const id = await readOutsideId();
  for (const token of [id, `${id}${id}`.slice(0, 43)]) {
    for (const name of [sessionCookie, "__Host-visitor"]) {
      const thief = site.openBrowser();
      thief.cookies.set(name, token);
      const me = await thief.sendRaw("GET", "/api/v2/me/items/received");
      expect([name, me.status]).toEqual([name, 401]);
    }
  }
  const thief = site.openBrowser();
  const bearer = { authorization: `Bearer ${id}`, "x-csrf-token": id };
  expect((await thief.sendRaw("GET", "/api/v2/me/items/received", undefined, bearer)).status).toBe(
    401,
  );
  for (const path of [
    `/api/v1/user/${id}`,
    `/api/v1/social_profile/${id}`,
    `/api/v2/questions/${id}/latests`,
    `/api/v1/questions/${id}`,
  ]) {
    expect([path, (await thief.sendRaw("GET", path)).status]).toEqual([path, 404]);
  }
  expect((await thief.sendRaw("GET", `/api/v2/games?u=${id}`)).text).not.toContain(id);
  expect(await findInDatabase(id)).toEqual([]);
  // The search finds what is stored.
  expect(await findInDatabase(maze)).toContain("games");
});

/** Names the tables that have the id in a row, as text or as bytes. */
async function findInDatabase(id: string): Promise<string[]> {
  const { rows } = await database.executeSql(
    `select format('%I.%I', schemaname, tablename) as "table", tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const hex = Buffer.from(id, "base64url").toString("hex");
  const found: string[] = [];
  for (const { table, name } of rows as { table: string; name: string }[]) {
    const { rows: hits } = await database.executeSql(
      `select from ${table} stored where strpos(stored::text, $1) > 0 or strpos(stored::text, $2) > 0 limit 1`,
      [id, hex],
    );
    if (hits.length > 0) found.push(name);
  }
  return found;
}

test("ADS-12 ADS-13 without a configured games site no game is shown, whatever is stored", async () => {
  const without = await openOther(undefined);
  const person = await without.signInAgain("yui");
  expect((await person.send(listGames, {})).data).toEqual({ games: [], site_url: null });
  expect((await person.send(getTopGame, {})).data).toEqual({ game: null, site_url: null });
});

test("ADMIN-09 a game saved from an old tab is refused, a repeated call isn't, and each save is in the audit log", async () => {
  const uuid = createPublicId();
  expect((await save(uuid)).status).toBe(200);
  expect((await save(uuid)).data.game.version).toBe(1);
  const changed = await save(uuid, { version: 1, is_shown: false });
  expect(changed.data.game.version).toBe(2);
  const old = await save(uuid, { version: 1, priority: 7 });
  expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  const { data } = await admin.send(getEditedGame, { params: { uuid } });
  expect(data.game).toMatchObject({ version: 2, priority: 5, is_shown: false });
  expect((await save(createPublicId(), { version: 3 })).status).toBe(404);
  const { rows } = await database.executeSql(
    "select action, reason from audit where object = $1 order by number",
    [`game ${uuid}`],
  );
  expect(rows).toEqual([
    { action: "game.save", reason: "shown" },
    { action: "game.save", reason: "hidden" },
  ]);
});

test("ADMIN-09 bad input is refused with the field that has it, and stores nothing", async () => {
  const { titles, descriptions } = buildGame("maze");
  const cases: [Partial<GameBody>, string][] = [
    ...["", "../admin", "a/b", "a.b", "a b", "迷路", "a".repeat(65), "maze?u=1", "%2e%2e"].map(
      (path_id): [Partial<GameBody>, string] => [{ path_id }, "path_id"],
    ),
    [{ titles: { ...titles, th: " " } }, "titles.th"],
    [{ titles: { ...titles, ja: "🎲".repeat(5_000) } }, "titles.ja"],
    [{ titles: { ...titles, ja: "字".repeat(41) } }, "titles.ja"],
    [{ descriptions: { ...descriptions, ko: "가".repeat(141) } }, "descriptions.ko"],
    [{ priority: -1 }, "priority"],
    [{ priority: 1_000_001 }, "priority"],
    [{ priority: 1.5 }, "priority"],
    [{ image_url: "" }, "image_url"],
    [{ image_url: "https://example.com/a.webp" }, "image_url"],
    // The picture of an icon is none of a game.
    [{ image_url: icon_url }, "image_url"],
  ];
  const uuid = createPublicId();
  for (const [body, field] of cases) {
    const { status, error } = await save(uuid, body);
    expect([status, Object.keys(error?.details ?? {})]).toEqual([400, [field]]);
  }
  expect((await admin.send(getEditedGame, { params: { uuid } })).status).toBe(404);
  const japanese = await admin.send(
    saveGame,
    { params: { uuid }, body: { ...buildGame("maze"), path_id: "a/b" } },
    { "x-locale": "ja" },
  );
  expect(japanese.error?.details.path_id?.[0]).toMatch(/64文字/);
  const svg = await uploadContentPicture(admin, "game", Buffer.from("<svg/>"));
  expect([svg.status, svg.error?.code]).toEqual([415, "wrong_media"]);
});

test("ADMIN-05 only admins make and change games", async () => {
  const uuid = createPublicId();
  expect((await save(uuid, {}, yui)).status).toBe(404);
  expect((await save(uuid, {}, moderator)).status).toBe(403);
  expect((await moderator.send(listEditedGames, { query: {} })).status).toBe(403);
});
