import { listReleaseNotes } from "@toibako/contract/help.ts";
import { type Locale, noTexts, type TranslatedText } from "@toibako/contract/locales.ts";
import { listNotices } from "@toibako/contract/notices.ts";
import {
  getEditedReleaseNote,
  listEditedReleaseNotes,
  saveReleaseNote,
} from "@toibako/contract/staff/contents/release-notes.ts";
import { expect, test } from "vitest";
import { createPublicId } from "#platform/identity/secrets.ts";
import { buildTexts } from "#platform/testing/content-pictures.ts";
import { openSite } from "#platform/testing/site.ts";
import { registerStaff } from "#platform/testing/staff.ts";
import { sendReleaseNotices } from "../notices/commands/release-notices.ts";

const site = await openSite();
const { jobs, database } = site.services;
const { executeSql } = database;
const admin = await registerStaff(site, "emi", "admin");
const moderator = await registerStaff(site, "ren");
const yui = await site.registerPerson("yui", "en");
const kenta = await site.registerPerson("kenta");

interface Body {
  version: number;
  is_published: boolean;
  titles: TranslatedText;
  bodies: TranslatedText;
}
const save = (id: string, body: Partial<Body> = {}, by = admin) =>
  by.send(saveReleaseNote, {
    params: { id },
    body: {
      version: 0,
      is_published: true,
      titles: buildTexts("News"),
      bodies: buildTexts("Text"),
      ...body,
    },
  });

async function listTitles(locale: Locale) {
  const { data } = await yui.send(listReleaseNotes, {}, { "x-locale": locale });
  return data.release_notes.map(({ title }) => title);
}

async function listReleaseNotices(reader = yui) {
  const { notices } = (await reader.send(listNotices, { query: {} })).data;
  return notices
    .filter(({ kind }) => kind === "release_note")
    .map(({ urn, text, is_new }) => ({ urn, text, is_new }));
}

test("ADS-14 ADMIN-09 NOTE-08 a note is shown in the reader's language once it is published, with a notice that leads there", async () => {
  const id = createPublicId();
  const titles = { ...noTexts, ja: "下書き" };
  const draft = await save(id, { is_published: false, titles, bodies: noTexts });
  expect(draft.data.release_note).toMatchObject({ version: 1, released_at: null });
  // In another language, because the reader's own has no title yet.
  const listed = (await admin.send(listEditedReleaseNotes, {}, { "x-locale": "ko" })).data;
  expect(listed.release_notes).toEqual([
    { id, title: "下書き", is_published: false, released_at: null },
  ]);
  expect(await listTitles("ja")).toEqual([]);
  const incomplete = await save(id, { version: 1, titles: { ...buildTexts("News"), th: " " } });
  expect([incomplete.status, Object.keys(incomplete.error?.details ?? {})]).toEqual([
    400,
    ["titles.th"],
  ]);
  await executeSql("update users set active_on = current_date where account = 'yui'");
  await executeSql("update users set active_on = current_date - 91 where account = 'kenta'");
  expect((await save(id, { version: 1 })).status).toBe(200);
  expect(await listTitles("ja")).toEqual(["News ja"]);
  expect(await listTitles("ko")).toEqual(["News ko"]);
  await jobs.drain();
  expect(await listReleaseNotices()).toEqual([
    { urn: "/en/fxp/release_notes", text: "There's news about Toibako.", is_new: true },
  ]);
  expect(await listReleaseNotices(kenta)).toEqual([]);
  // Neither a correction nor a second run of the job sends another notice.
  await save(id, { version: 2, titles: buildTexts("Corrected") });
  await jobs.drain();
  await sendReleaseNotices(site.services, id);
  expect(await listReleaseNotices()).toHaveLength(1);
});

test("ADMIN-09 a note that is a draft again is hidden and sends no more notices", async () => {
  const id = createPublicId();
  await save(id, { titles: buildTexts("Hidden") });
  await save(id, { version: 1, is_published: false });
  const before = await listReleaseNotices();
  await jobs.drain();
  expect(await listReleaseNotices()).toEqual(before);
  expect(await listTitles("en")).not.toContain("Hidden en");
  // Published again, it reaches those whom the stopped job has not reached.
  await save(id, { version: 2 });
  await jobs.drain();
  expect(await listReleaseNotices()).toHaveLength(before.length + 1);
});

test("ADMIN-09 a note saved from an old tab is refused, and a repeated call isn't", async () => {
  const id = createPublicId();
  await save(id, { is_published: false });
  expect((await save(id, { is_published: false })).data.release_note.version).toBe(1);
  await save(id, { version: 1, is_published: false, titles: buildTexts("Second") });
  const old = await save(id, { version: 1, is_published: false, titles: buildTexts("Third") });
  expect([old.status, old.error?.code]).toEqual([409, "case_changed"]);
  const { data } = await admin.send(getEditedReleaseNote, { params: { id } });
  expect(data.release_note).toMatchObject({ version: 2, titles: buildTexts("Second") });
  const unknown = await save(createPublicId(), { version: 7 });
  expect(unknown.status).toBe(404);
});

test("ADMIN-05 only admins edit notes, and each save is in the audit log without its text", async () => {
  const id = createPublicId();
  expect((await save(id, {}, moderator)).status).toBe(403);
  expect((await save(id, {}, yui)).status).toBe(404);
  expect((await moderator.send(listEditedReleaseNotes, { query: {} })).status).toBe(403);
  await save(id, { is_published: false, titles: buildTexts("Secret") });
  const { rows } = await executeSql("select * from audit where object = $1", [
    `release note ${id}`,
  ]);
  expect(rows).toMatchObject([{ action: "release_note.save", reason: "draft" }]);
  expect(JSON.stringify(rows)).not.toContain("Secret");
});

test("ADMIN-09 the list of notes has drafts first and goes on after any of them", async () => {
  const list = async (query: { after?: string }) =>
    (await admin.send(listEditedReleaseNotes, { query })).data.release_notes;
  const listed = await list({});
  const released = listed.map(({ released_at }) => released_at ?? "9999");
  expect(released).toEqual(released.toSorted().toReversed());
  const first = listed[0]?.id ?? "";
  expect(await list({ after: first })).toEqual(listed.slice(1));
});
