import { expect, test } from "vitest";
import { firstRooms } from "../first-rooms.ts";
import { readGivenRooms } from "./given-rooms.ts";

const [first, second] = firstRooms.map((room) => ({ ...room, locale: "ja" }));
if (!first || !second) throw new Error("the first install has too few rooms");

test("ROOM-21 the rooms of the first install could be those of an operator's file, also with one group", () => {
  expect(readGivenRooms({ rooms: [first, second] })).toEqual([first, second]);
  const sharing = { ...second, group: first.group };
  expect(readGivenRooms({ rooms: [first, sharing] })).toEqual([first, sharing]);
});

test.each<[string, object, string | RegExp]>([
  ["no rooms", { rooms: [] }, /\/rooms/],
  ["no locale", { rooms: firstRooms }, /locale/],
  ["another id", { rooms: [{ ...first, uuid: "short" }] }, /\/rooms\/0\/uuid/],
  ["a huge priority", { rooms: [{ ...first, priority: 99_999_999_999 }] }, /priority/],
  ["a room twice", { rooms: [first, first] }, `the uuid ${first.uuid} is given twice`],
  [
    "a question in two groups",
    { rooms: [first, { ...second, group: { ...second.group, questions: first.group.questions } }] },
    `the uuid ${first.group.questions[0]?.uuid} is given twice`,
  ],
])("ROOM-21 a file with %s is refused with its mistake", (_name, file, mistake) => {
  const read = readGivenRooms(file);
  expect(read).toEqual(typeof mistake === "string" ? mistake : expect.stringMatching(mistake));
});
