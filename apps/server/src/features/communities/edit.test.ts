import {
  getCommunity,
  joinCommunity,
  listCommunities,
  listJoinedCommunities,
} from "@toibako/contract/communities.ts";
import type { Input } from "@toibako/contract/endpoint.ts";
import { mapLocales, type TranslatedText } from "@toibako/contract/locales.ts";
import {
  getEditedCategory,
  getEditedCommunity,
  listEditedCategories,
  listEditedCommunities,
  saveCategory,
  saveCommunity,
} from "@toibako/contract/staff/contents/communities.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { buildTexts, uploadContentPicture } from "#platform/testing/content-pictures.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { storeFirstData } from "../../app.ts";

const site = await openSite();
const { database } = site.services;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui");
const visitor = site.openBrowser();

const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#0a0" } })
  .png()
  .toBuffer();
const icon_uri = (await uploadContentPicture(admin, "icon", picture)).data.url;
const main_image_uri = (await uploadContentPicture(admin, "community_banner", picture)).data.url;

const events: string[] = [];
site.services.bus.subscribe("all_pages", () => events.push("all_pages"));

/** Short enough for a name in every language. */
const buildNames = (name: string): TranslatedText => mapLocales((locale) => `${name}${locale}`);

type CommunityBody = Input<typeof saveCommunity>["body"];
const buildCommunity = (name: string): CommunityBody => ({
  version: 0,
  category_id: "culture",
  position: 50,
  card_theme: "night",
  icon_uri,
  main_image_uri,
  names: buildNames(name),
  descriptions: buildTexts(`About ${name}`),
  rules: buildTexts(`Rules of ${name}`),
});
const saveOne = (id: string, body: Partial<CommunityBody> = {}, by = admin) =>
  by.send(saveCommunity, { params: { id }, body: { ...buildCommunity(id.slice(0, 3)), ...body } });
const saveGroup = (id: string, body: object = {}, by = admin) =>
  by.send(saveCategory, {
    params: { id },
    body: { version: 0, position: 9, names: buildNames(id.slice(0, 3)), ...body },
  });

async function findProblems(reply: ReturnType<typeof saveOne>) {
  const { status, error } = await reply;
  return [status, Object.keys(error?.details ?? {})];
}

test("ADMIN-09 COMM-36 a community that an admin makes is shown to everybody at once, and can be found and joined", async () => {
  expect((await saveGroup("plants")).status).toBe(200);
  const saved = await saveOne("moss", { category_id: "plants" });
  expect(saved.data.community).toMatchObject({ id: "moss", category_id: "plants", version: 1 });
  const params = { category_id: "plants", community_id: "moss" };
  const { data } = await visitor.send(getCommunity, { params }, { "x-locale": "ko" });
  expect(data).toMatchObject({
    community: { name: "mosko", category_name: "plako", icon_uri, main_image_uri },
    rules: "Rules of mos ko",
  });
  const found = await visitor.send(listCommunities, { query: { query: "ABOUT mos th" } });
  expect(found.data.communities.map(({ id }) => id)).toEqual(["moss"]);
  expect((await yui.send(joinCommunity, { params })).status).toBe(200);
  expect(events.length).toBeGreaterThanOrEqual(2);
});

test("ADMIN-09 a changed community keeps its members, is found by its new texts, and changes on every page", async () => {
  const before = events.length;
  const descriptions = buildTexts("Lichens");
  const changed = await saveOne("moss", { version: 1, category_id: "plants", descriptions });
  expect(changed.data.community.version).toBe(2);
  const find = async (query: string) =>
    (await visitor.send(listCommunities, { query: { query } })).data.communities.map(
      ({ id }) => id,
    );
  expect(await find("lichens en")).toEqual(["moss"]);
  expect(await find("about mos en")).toEqual([]);
  const joined = await yui.send(listJoinedCommunities, {});
  expect(joined.data.communities.map(({ id, members_count }) => [id, members_count])).toEqual([
    ["moss", 1],
  ]);
  expect(events).toHaveLength(before + 1);
});

test("ADMIN-09 a start with the data of the first install overwrites nothing that admins have saved", async () => {
  const { data } = await admin.send(getEditedCommunity, { params: { id: "books" } });
  const { id, ...stored } = data.community;
  const edited = { ...stored, names: buildNames("read"), position: 77 };
  expect((await admin.send(saveCommunity, { params: { id }, body: edited })).status).toBe(200);
  const category = { version: 1, position: 3, names: buildNames("cul") };
  expect((await saveGroup("culture", category)).status).toBe(200);
  await storeFirstData(site.services);
  const after = (await admin.send(getEditedCommunity, { params: { id } })).data.community;
  expect(after).toEqual({ ...edited, id, version: 2 });
  const read = await admin.send(getEditedCategory, { params: { id: "culture" } });
  expect(read.data.category).toEqual({ ...category, id: "culture", version: 2 });
  const { categories } = (await admin.send(listEditedCategories, {}, { "x-locale": "ko" })).data;
  expect(categories).toContainEqual({ id: "culture", name: category.names.ko });
});

test("ADMIN-09 a community or category saved from an old tab is refused, and a repeated call isn't", async () => {
  expect((await saveOne("fern")).status).toBe(200);
  expect((await saveOne("fern")).data.community.version).toBe(1);
  expect((await saveOne("fern", { version: 1, position: 51 })).data.community.version).toBe(2);
  const old = await saveOne("fern", { version: 1, position: 52 });
  expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  const { data } = await admin.send(getEditedCommunity, { params: { id: "fern" } });
  expect(data.community).toMatchObject({ version: 2, position: 51 });
  expect((await saveOne("unknown", { version: 4 })).status).toBe(404);
  expect((await saveGroup("trees")).status).toBe(200);
  expect((await saveGroup("trees")).data.category.version).toBe(1);
  expect((await saveGroup("trees", { version: 1, position: 1 })).status).toBe(200);
  expect((await saveGroup("trees", { version: 1, position: 2 })).error?.code).toBe("case_changed");
  const { rows } = await database.executeSql(
    "select action, reason from audit where object in ('community fern', 'community category trees') order by number",
  );
  expect(rows).toEqual([
    { action: "community.save", reason: "created" },
    { action: "community.save", reason: "changed" },
    { action: "community_category.save", reason: "created" },
    { action: "community_category.save", reason: "changed" },
  ]);
});

test("COMM-36 names are unique in every language and spelling", async () => {
  const taken = { ...buildNames("xyz"), dt: "FERdt" };
  expect(await findProblems(saveOne("other", { names: taken }))).toEqual([400, ["names.dt"]]);
  const category = await saveGroup("other", { names: { ...buildNames("xyz"), ja: "ＴＲＥja" } });
  expect(Object.keys(category.error?.details ?? {})).toEqual(["names.ja"]);
  // Two saved at once don't get one name.
  const replies = await Promise.all(
    ["twin-1", "twin-2"].map((id) => saveOne(id, { names: buildNames("twin") })),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test("ADMIN-09 COMM-36 bad input is refused with the field that has it, and stores nothing", async () => {
  const id = "bad";
  const names = buildNames("bad");
  const cases: [Partial<CommunityBody>, string][] = [
    [{ names: { ...names, th: " " } }, "names.th"],
    [{ names: { ...names, ja: "長すぎるコミュニティ名" } }, "names.ja"],
    [{ names: { ...names, en: "#bad" } }, "names.en"],
    [{ descriptions: { ...names, ko: "가".repeat(121) } }, "descriptions.ko"],
    [{ rules: { ...names, en: "" } }, "rules.en"],
    [{ category_id: "nothing" }, "category_id"],
    [{ icon_uri: "" }, "icon_uri"],
    [{ icon_uri: "https://example.com/a.webp" }, "icon_uri"],
    // The picture of a banner is no icon.
    [{ icon_uri: main_image_uri }, "icon_uri"],
    [{ main_image_uri: "/pictures/AAAAAAAAAAAAAAAAAAAAAA.webp" }, "main_image_uri"],
    [{ position: -1 }, "position"],
  ];
  for (const [body, field] of cases) {
    expect(await findProblems(saveOne(id, body))).toEqual([400, [field]]);
  }
  for (const bad of ["Upper", "samples", "items", "-a", "a_b", "a".repeat(41)]) {
    expect(await findProblems(saveOne(bad, { names })), bad).toEqual([400, ["id"]]);
  }
  // Neither a new one over another, nor a move to another address.
  expect(await findProblems(saveOne("fern", { names, position: 1 }))).toEqual([400, ["id"]]);
  const moved = saveOne("fern", { version: 2, category_id: "heart" });
  expect(await findProblems(moved)).toEqual([400, ["category_id"]]);
  const { rows } = await database.executeSql("select from communities where id = 'bad'");
  expect(rows).toEqual([]);
});

test("ADMIN-05 COMM-36 only admins make and change communities and categories", async () => {
  expect((await saveOne("mine", {}, yui)).status).toBe(404);
  expect((await saveOne("mine", {}, moderator)).status).toBe(403);
  expect((await saveGroup("mine", {}, yui)).status).toBe(404);
  expect((await saveGroup("mine", {}, moderator)).status).toBe(403);
  expect((await moderator.send(listEditedCommunities, { query: {} })).status).toBe(403);
});

test("ADMIN-09 the list of communities goes on after any of them", async () => {
  const list = async (query: { after?: string }) =>
    (await admin.send(listEditedCommunities, { query })).data.communities;
  const listed = await list({});
  expect(listed.length).toBeGreaterThan(15);
  expect(await list({ after: listed[0]?.id ?? "" })).toEqual(listed.slice(1));
  const moss = (await admin.send(listEditedCommunities, {}, { "x-locale": "th" })).data.communities;
  expect(moss).toContainEqual({ id: "moss", name: "mosth", category_name: "plath" });
});
