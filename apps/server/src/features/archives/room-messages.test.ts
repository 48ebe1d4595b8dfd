import { getArchiveExport, startArchiveExport } from "@toibako/contract/archives.ts";
import { listRoomMembers } from "@toibako/contract/rooms/members.ts";
import { expect, test } from "vitest";
import { unpackZip } from "#platform/testing/archives.ts";
import { createRoomCalls } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import type { Person } from "#platform/testing/talks.ts";

const site = await openSite();
const calls = createRoomCalls(site);
const { createPerson, createRoom, join, leave, postInRoom, takeBackInRoom } = calls;

async function readArchive({ browser }: Person): Promise<Map<string, Buffer>> {
  await browser.send(startArchiveExport, {});
  await site.services.jobs.drain();
  const { download_url } = (await browser.send(getArchiveExport, {})).data;
  return unpackZip((await browser.sendRaw("GET", download_url ?? "")).bytes);
}

const readJson = (files: Map<string, Buffer>, path: string) =>
  JSON.parse(files.get(path)?.toString() ?? "null");

test("PRIV-09 ROOM-30 the archive has what one wrote in rooms, as whom, also in those that one has left, and nothing of other members", async () => {
  const [yui, ken] = [await createPerson(), await createPerson()];
  const left = await createRoom({ title: "まえの部屋" });
  const present = await createRoom({ title: "いまの部屋" });
  const idOfKen = await join(ken, left, "けんのなまえ");
  for (const [uuid, name] of [
    [left, "むかしの名前"],
    [present, "いまの名前"],
  ] as const) {
    await join(yui, uuid, name);
  }
  const question = (await postInRoom(ken, left, "けんのことば")).data.data.group_message;
  await postInRoom(yui, left, "さようなら<b>", { reply_to: question.key });
  const { key } = (await postInRoom(yui, left, "けしたことば")).data.data.group_message;
  await takeBackInRoom(yui, left, key);
  await leave(yui, left);
  await postInRoom(yui, present, "こんにちは");
  const { members } = (await ken.browser.send(listRoomMembers, { params: { uuid: left } })).data;
  expect(members).toHaveLength(1);

  const files = await readArchive(yui);
  const messages = readJson(files, "data/messages-0001.json");
  expect(messages).toEqual([
    {
      room: "まえの部屋",
      text: "さようなら<b>",
      posted_minute: expect.stringMatching(/:00\.000Z$/),
    },
    { room: "いまの部屋", text: "こんにちは", posted_minute: expect.stringMatching(/:00\.000Z$/) },
  ]);
  const { rooms } = readJson(files, "data/account.json");
  expect(rooms).toMatchObject([
    { room: "まえの部屋", display_name: "むかしの名前", has_left: true },
    { room: "いまの部屋", display_name: "いまの名前", has_left: false },
  ]);
  const page = files.get("pages/messages-0001.html")?.toString() ?? "";
  expect(page).toContain("さようなら&#60;b&#62;");
  expect(page).toContain("まえの部屋");
  const secrets = ["けんのことば", "けんのなまえ", "けしたことば", ken.account, idOfKen, key, left];
  for (const [path, content] of files) {
    for (const secret of secrets)
      expect([path, secret, content.includes(secret)]).toEqual([path, secret, false]);
  }
});
