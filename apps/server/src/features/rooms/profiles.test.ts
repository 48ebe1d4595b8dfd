import { maxPictureBytes } from "@toibako/contract/pictures.ts";
import { getRoomMember, updateRoomMember } from "@toibako/contract/rooms/members.ts";
import { leaveRoom, maxRoomProfileBytes } from "@toibako/contract/rooms.ts";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { gradeAnswers, officialAnswers, officialRoom, sendJoin } from "#platform/testing/rooms.ts";
import { openSite } from "#platform/testing/site.ts";
import { eraseMemberships } from "./commands/erase.ts";
import { blockInRooms } from "./commands/membership.ts";
import { findSchoolYear } from "./policy/grades.ts";
import { decodePicture, normalizeName } from "./policy/profile.ts";

const site = await openSite();
const { database, db, jobs, storage } = site.services;

const schoolYear = findSchoolYear(new Date());
const birthYear = schoolYear - 16;
const { rows: gradeRooms } = await database.executeSql(
  "select uuid from rooms join conversations on pk = conversation_pk where birth_year = $1",
  [birthYear],
);
const grade = (gradeRooms[0] as { uuid: string }).uuid;

let peopleCount = 0;

async function createPerson(birthday = `${birthYear}-09-09`) {
  const account = `writer_${++peopleCount}`;
  const browser = await site.registerPerson(account);
  await database.executeSql(
    "update users set birthday = $1, is_message_tos_showed = true where account = $2",
    [birthday, account],
  );
  return { account, browser };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const join = ({ browser }: Person, uuid: string, body: object) =>
  sendJoin(
    browser,
    {
      display_name: "ななし",
      personal_answers: uuid === grade ? gradeAnswers : officialAnswers,
      ...body,
    },
    uuid,
  );

const pupil = await createPerson();
const adult = await createPerson("1990-05-05");

test.each(["Anna", "Ａｎｎａ", "ⓐnna", "𝓐nna", "ᴀ", "é", "ａ", "ねこx", "🅛🅘🅝🅔", "㎏"])(
  "ROOM-10 a room of a school year refuses Latin letters in a name: %s",
  async (display_name) => {
    const { status, error } = await join(pupil, grade, { display_name });
    expect([status, error?.code, Object.keys(error?.details ?? {})]).toEqual([
      400,
      "invalid_fields",
      ["display_name"],
    ]);
  },
);

test("ROOM-10 answers follow the same rules as names; contacts are refused without naming them", async () => {
  const write = (value: string) =>
    join(pupil, grade, {
      personal_answers: [...gradeAnswers, { question_id: "school-year-question-3", value }],
    });
  expect((await write("abc")).error?.details).toEqual({
    "personal_answers.school-year-question-3": [expect.any(String)],
  });
  for (const value of ["090-1234-5678", "ラインID教えて".replace("ID", ""), "インスタ交換しよう"]) {
    const refused = await write(value);
    expect([value, refused.status, refused.error?.code]).toEqual([value, 422, "forbidden_words"]);
    expect(refused.text).not.toMatch(/ライン|インスタ|090/);
  }
  expect((await join(pupil, grade, { display_name: "死んでくれ" })).error?.code).toBe(
    "forbidden_words",
  );
});

test.each([
  ["empty", ""],
  ["blank", " \u3000\u200b"],
  ["only a direction override", "\u202e\u202d"],
  ["too long", "あ".repeat(21)],
])("ROOM-04 a name is 1 to 20 characters: %s", async (_name, display_name) => {
  const { status, error } = await join(pupil, grade, { display_name });
  expect([status, Object.keys(error?.details ?? {})]).toEqual([400, ["display_name"]]);
});

test("ROOM-15 required answers, options and the room's own questions are checked", async () => {
  const [first, second] = gradeAnswers;
  const send = async (personal_answers: unknown[]) => {
    const { status, error } = await join(pupil, grade, { personal_answers });
    return [status, Object.keys(error?.details ?? {})];
  };
  const field = "personal_answers.school-year-question-2";
  expect(await send([first])).toEqual([400, [field]]);
  expect(await send([first, { ...second, value: "ない選択肢" }])).toEqual([400, [field]]);
  expect(await send([first, second, second])).toEqual([400, ["personal_answers"]]);
  const foreign = officialAnswers[0];
  expect(await send([first, second, foreign])).toEqual([400, ["personal_answers"]]);
  const long = { question_id: "school-year-question-3", value: "あ".repeat(51) };
  expect(await send([first, second, long])).toEqual([
    400,
    ["personal_answers.school-year-question-3"],
  ]);
});

test("names of present members differ, whatever their width, case, kana, spaces and signs", async () => {
  expect((await join(adult, officialRoom, { display_name: "さくら\u202e もち！" })).status).toBe(
    201,
  );
  const other = await createPerson("1991-05-05");
  for (const display_name of [
    "さくらもち",
    "サクラモチ",
    "ｻｸﾗﾓﾁ",
    "さ く ら も ち",
    "さ\u200bくら\u2060もち\ufeff",
    "さくらもち♪",
  ]) {
    const { error } = await join(other, officialRoom, { display_name });
    expect([display_name, Object.keys(error?.details ?? {})]).toEqual([
      display_name,
      ["display_name"],
    ]);
  }
  expect((await join(other, officialRoom, { display_name: "😀" })).status).toBe(201);
  // A member who joined before letters that look alike were one.
  await database.executeSql(
    "update room_members set display_name = 'mei', name_key = 'mei' where display_name = '😀'",
  );
  const namesake = await join(await createPerson("1991-05-05"), officialRoom, {
    display_name: "Mei",
  });
  expect(Object.keys(namesake.error?.details ?? {})).toEqual(["display_name"]);
  const third = await createPerson("1991-05-05");
  expect((await join(third, officialRoom, { display_name: "🐱" })).status).toBe(201);
  await adult.browser.send(leaveRoom, { params: { uuid: officialRoom } });
  expect(normalizeName("😀\u200d ")).toBe("😀");
});

test.each([
  ["Anna", "Аnnа"],
  ["Anna", "Ánnä"],
  ["Lisa", "lisа"],
  ["Illy", "lIly"],
  ["Bob", "B0b"],
  ["カニ", "力二"],
  ["ロック", "口ツク"],
  ["サーヤ", "サ一ヤ"],
])("ROOM-04 %s and %s look alike, so only one member is called so", (name, other) => {
  expect(normalizeName(other)).toBe(normalizeName(name));
});

test.each([
  ["かき", "がき"],
  ["ハナ", "パナ"],
  ["Анна", "Инна"],
  ["민지", "민주"],
  ["น้ำ", "นำ"],
  ["けん2", "けん3"],
])("ROOM-04 %s and %s are different names", (name, other) => {
  expect(normalizeName(other)).not.toBe(normalizeName(name));
});

const drawPicture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: "#0f0" } });
const png = await drawPicture().png().toBuffer();

async function readIcon(person: Person, id: string): Promise<string> {
  return (await person.browser.send(getRoomMember, { params: { id } })).data.icon_url;
}

test("ROOM-02 ROOM-04 a picture in base64, with or without a data URL, is converted, and deleted when unused", async () => {
  const person = await createPerson("1991-05-05");
  const photo = await drawPicture()
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "35/1 40/1 0/1" } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
    .jpeg()
    .toBuffer();
  const base64_image = `data:image/jpeg;base64,${photo.toString("base64")}`;
  const joined = await join(person, officialRoom, { display_name: "しゃしん", base64_image });
  expect(joined.status).toBe(201);
  const id = joined.data.group_talk_user_summary_id;
  const first = await readIcon(person, id);
  expect(first).toMatch(/^\/pictures\/[\w-]{22}\.webp$/);
  const served = await person.browser.sendRaw("GET", first);
  expect(served.bytes.toString("latin1")).not.toMatch(/SECRET|Exif|GPS/);

  const save = (body: object) =>
    person.browser.send(updateRoomMember, {
      params: { id },
      body: { display_name: "しゃしん", personal_answers: officialAnswers, ...body },
    });
  expect((await save({})).data.icon_url).toBe(first);
  const second = (await save({ base64_image: png.toString("base64") })).data.icon_url;
  expect(second).not.toBe(first);
  await jobs.drain();
  expect(await storage.read(first.slice(1))).toBeUndefined();
  expect(await storage.read(second.slice(1))).toBeDefined();
  expect((await save({ base64_image: null })).data.icon_url).toMatch(/^\/avatars\//);
  await jobs.drain();
  expect(await storage.read(second.slice(1))).toBeUndefined();
  const third = (await save({ base64_image: png.toString("base64") })).data.icon_url;
  await person.browser.send(leaveRoom, { params: { uuid: officialRoom } });
  await jobs.drain();
  expect(await storage.read(third.slice(1))).toBeUndefined();
});

const bomb = Buffer.from(png);
// The header says that the picture has 60,000 by 60,000 pixels.
bomb.writeUInt32BE(60_000, 16);
bomb.writeUInt32BE(60_000, 20);

test.each<[name: string, image: string, status: number]>([
  ["nothing", "", 415],
  ["no base64", "これは写真ではない", 415],
  ["two prefixes", `data:image/png;base64,data:image/png;base64,${png.toString("base64")}`, 415],
  ["a prefix without base64", "data:image/png,abcd", 415],
  ["a broken end", `${png.toString("base64").replace(/=+$/, "")}=====`, 415],
  ["a text", Buffer.from("hello, world").toString("base64"), 415],
  ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64"), 415],
  [
    "a page after a signature",
    Buffer.from("GIF89a<script>alert(1)</script>").toString("base64"),
    415,
  ],
  ["a bomb", bomb.toString("base64"), 413],
  ["too many bytes", Buffer.alloc(maxPictureBytes + 3, 1).toString("base64"), 413],
  ["a larger body", "A".repeat(maxRoomProfileBytes), 413],
])("ROOM-04 refuses a picture: %s", async (_name, base64_image, status) => {
  const person = await createPerson("1991-05-05");
  const refused = await join(person, officialRoom, { display_name: "だめなえ", base64_image });
  expect([refused.status, refused.error?.code]).toEqual([
    status,
    status === 413 ? "too_large" : "wrong_media",
  ]);
  const { rows } = await database.executeSql(
    "select 1 from room_members where display_name = 'だめなえ'",
  );
  expect(rows).toEqual([]);
});

test("ROOM-04 5 MB count the decoded bytes", () => {
  const largest = Buffer.alloc(maxPictureBytes, 1).toString("base64");
  expect(decodePicture(`data:image/png;base64,${largest}`)).toHaveLength(maxPictureBytes);
});

test("a large body with many values is refused before it is parsed", async () => {
  const person = await createPerson("1991-05-05");
  const body = `{"display_name":"${"あ"}","personal_answers":[],"base64_image":${"[".repeat(400_000)}${"]".repeat(400_000)}}`;
  const refused = await person.browser.sendRaw(
    "POST",
    `/api/v2/me/group_talks/${officialRoom}/join`,
    body,
  );
  expect(refused.status).toBe(400);
  const poisoned = await person.browser.sendRaw(
    "POST",
    `/api/v2/me/group_talks/${officialRoom}/join`,
    '{"__proto__":{"display_name":"あ"},"display_name":"あ","personal_answers":[]}',
  );
  expect(poisoned.status).toBe(400);
});

test("ROOM-14 only the member changes their name, which others see as a change", async () => {
  const [one, two] = [await createPerson("1991-05-05"), await createPerson("1991-05-05")];
  const stranger = await createPerson("1991-05-05");
  const id = (await join(one, officialRoom, { display_name: "ひとり" })).data
    .group_talk_user_summary_id;
  await join(two, officialRoom, { display_name: "ふたり" });
  const save = (person: Person, display_name: string) =>
    person.browser.send(updateRoomMember, {
      params: { id },
      body: { display_name, personal_answers: officialAnswers },
    });
  const readChanges = async () => {
    const { rows } = await database.executeSql(
      `select last_change, change from room_members join conversations on pk = conversation_pk
       where room_members.uuid = $1`,
      [id],
    );
    return rows[0] as { last_change: unknown; change: unknown };
  };
  const before = await readChanges();
  expect((await save(two, "のっとり")).status).toBe(403);
  expect((await save(stranger, "のっとり")).status).toBe(404);
  expect((await save(one, "ふたり")).status).toBe(400);
  expect(await readChanges()).toEqual(before);
  expect((await save(one, "ひとりめ")).data).toMatchObject({
    display_name: "ひとりめ",
    is_me: true,
  });
  const { last_change, change } = await readChanges();
  expect(Number(change)).toBe(Number(before.last_change) + 1);
  expect(Number(last_change)).toBe(Number(change));
});

test("ROOM-12 ROOM-14 whoever is blocked while their picture is converted doesn't change how they are known", async () => {
  const person = await createPerson("1991-05-05");
  const joined = await join(person, officialRoom, { display_name: "かわるまえ" });
  const id = joined.data.group_talk_user_summary_id;
  const write = storage.write.bind(storage);
  vi.spyOn(storage, "write").mockImplementationOnce(async (...file) => {
    await blockInRooms(db, person.account, officialRoom);
    return write(...file);
  });
  const body = {
    display_name: "かわったあと",
    personal_answers: officialAnswers,
    base64_image: png.toString("base64"),
  };
  const changed = await person.browser.send(updateRoomMember, { params: { id }, body });
  expect(changed.status).toBe(403);
  const { data } = await person.browser.send(getRoomMember, { params: { id } });
  expect(data.display_name).toBe("かわるまえ");
});

test("SET-15 destroying ends all memberships: name, answers and picture are deleted, messages stay", async () => {
  const person = await createPerson("1991-05-05");
  const former = (await join(person, officialRoom, { display_name: "きえるひと" })).data
    .group_talk_user_summary_id;
  await person.browser.send(leaveRoom, { params: { uuid: officialRoom } });
  const id = (
    await join(person, officialRoom, {
      display_name: "またきえる",
      base64_image: png.toString("base64"),
    })
  ).data.group_talk_user_summary_id;
  const icon_url = await readIcon(person, id);
  const reader = await createPerson("1991-05-05");
  await join(reader, officialRoom, { display_name: "のこるひと" });
  await database.executeSql(
    `insert into messages (conversation_pk, number, change, key, sender_number, body, posted_minute)
     select conversation_pk, 9000, 9000, 'key of the message', number, 'のこる', now()
     from room_members where uuid = $1`,
    [id],
  );
  const { rows: users } = await database.executeSql("select pk from users where account = $1", [
    person.account,
  ]);
  const user_pk = Number((users[0] as { pk: unknown }).pk);
  const count = async () => {
    const { rows } = await database.executeSql(
      `select members_count from rooms join conversations on pk = conversation_pk
       where conversations.uuid = $1`,
      [officialRoom],
    );
    return (rows[0] as { members_count: number }).members_count;
  };
  const before = await count();
  await eraseMemberships(db, user_pk);
  await eraseMemberships(db, user_pk);
  await jobs.drain();
  expect(await count()).toBe(before - 1);
  expect(await storage.read(icon_url.slice(1))).toBeUndefined();
  for (const member of [former, id]) {
    const { data } = await reader.browser.send(getRoomMember, { params: { id: member } });
    expect(data).toMatchObject({
      display_name: "",
      has_left: true,
      personal_answer_group: { items: [] },
    });
  }
  const { rows } = await database.executeSql(
    `select (select count(*)::int from room_members where user_pk = $1) as members,
       (select count(*)::int from participants where user_pk = $1) as participants,
       (select count(*)::int from messages where key = 'key of the message') as messages`,
    [user_pk],
  );
  expect(rows).toEqual([{ members: 0, participants: 0, messages: 1 }]);
});
