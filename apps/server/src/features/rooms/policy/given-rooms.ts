import { avatars } from "@toibako/contract/avatars.ts";
import { locales, mapLocales } from "@toibako/contract/locales.ts";
import { maxRoomOptions } from "@toibako/contract/rooms/members.ts";
import { maxRoomQuestions } from "@toibako/contract/rooms.ts";
import { defineObject, PublicId } from "@toibako/contract/shapes.ts";
import { type Static, type TSchema, Type } from "typebox";
import { Compile } from "typebox/schema";

const inAllLocales = <T extends TSchema>(schema: T) => defineObject(mapLocales(() => schema));

const Text = Type.String({ minLength: 1, maxLength: 200 });

const Question = defineObject({
  uuid: PublicId,
  is_required: Type.Boolean(),
  bodies: inAllLocales(Text),
  options: Type.Union([
    inAllLocales(Type.Array(Text, { minItems: 2, maxItems: maxRoomOptions })),
    Type.Null(),
  ]),
});

const GivenRooms = defineObject({
  rooms: Type.Array(
    defineObject({
      uuid: PublicId,
      locale: Type.Enum([...locales]),
      avatar: Type.Enum([...avatars]),
      priority: Type.Integer({ minimum: -999, maximum: 999 }),
      min_age: Type.Integer({ minimum: 0, maximum: 120 }),
      texts: inAllLocales(defineObject({ title: Text, description: Text })),
      group: defineObject({
        uuid: PublicId,
        questions: Type.Array(Question, { minItems: 1, maxItems: maxRoomQuestions }),
      }),
    }),
    { minItems: 1 },
  ),
});

const validator = Compile(GivenRooms);

/** Reads the official rooms of an operator's file; returns what is wrong with it as a text. */
export function readGivenRooms(json: unknown): Static<typeof GivenRooms>["rooms"] | string {
  const [isValid, errors] = validator.Errors(json);
  if (!isValid || !validator.Check(json)) {
    const [first] = errors;
    return first ? `${first.instancePath} ${first.message}` : "not a list of rooms";
  }
  // Rooms may share a group.
  const groups = new Map(json.rooms.map(({ group }) => [group.uuid, group]));
  const questions = [...groups.values()].flatMap((group) => group.questions);
  const repeated = findRepeated(json.rooms) ?? findRepeated(questions);
  if (repeated) return `the uuid ${repeated} is given twice`;
  const hasGaps = questions.some(
    ({ options }) =>
      options && new Set(Object.values(options).map(({ length }) => length)).size > 1,
  );
  return hasGaps ? "a question has not equally many options in every language" : json.rooms;
}

/** Finds an id that several things have. */
function findRepeated(things: readonly { uuid: string }[]): string | undefined {
  const uuids = things.map(({ uuid }) => uuid);
  return uuids.find((uuid, index) => uuids.indexOf(uuid) !== index);
}
