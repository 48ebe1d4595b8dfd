import {
  attributes,
  operands,
  queryOperands,
  referenceClasses,
} from "@toibako/contract/diagnosis/conditions.ts";
import type { Condition } from "@toibako/contract/diagnosis.ts";
import { mapLocales } from "@toibako/contract/locales.ts";
import {
  maxConditions,
  maxOutcomes,
  type TypedCondition,
} from "@toibako/contract/staff/contents/diagnosis.ts";
import { expect, test } from "vitest";
import { Failure } from "#platform/http/failure.ts";
import { createRandom, type Random } from "#platform/testing/fuzz/random.ts";
import { countPropertyRuns } from "#platform/testing/property-runs.ts";
import { chooseText, deriveNumber, findFit, type Player } from "./conditions.ts";
import { requireRules } from "./typed-conditions.ts";

const buildTexts = (text: string) => mapLocales(() => text);

const books = { id: "books", category_id: "culture", names: buildTexts("本") };
const travel = { id: "travel", category_id: "hobby", names: buildTexts("旅行") };

const hana: Player = {
  id: "AAAAAAAAAAAAAAAAAAAAAA",
  displaying_name: "花",
  locale: "ja",
  gender_type: "unknown",
  age: 20,
  answers_count: 7,
  likes_count: 0,
  communities: [books, travel],
};

const user = (
  attr: Condition["attr"],
  query_operand: Condition["query_operand"],
  value: string,
  operand: Condition["operand"] = "and",
): Condition => ({ reference_class: "User", attr, query_operand, value, operand });
const community = (
  attr: Condition["attr"],
  query_operand: Condition["query_operand"],
  value: string,
): Condition => ({ reference_class: "Community", attr, query_operand, value, operand: "and" });

const holds = (...conditions: Condition[]) => findFit(conditions, hana) !== undefined;

test("GAME-01 each comparison compares as its name says", () => {
  expect(
    (["eq", "not_eq", "gt", "gteq", "lt", "lteq"] as const).map((name) =>
      ["6", "7", "8"].map((value) => holds(user("answers_count", name, value))),
    ),
  ).toEqual([
    [false, true, false],
    [true, false, true],
    [true, false, false],
    [true, true, false],
    [false, false, true],
    [false, true, true],
  ]);
  expect(holds(user("locale", "in", "en, ja"))).toBe(true);
  expect(holds(user("locale", "in", "en,th"))).toBe(false);
  expect(holds(user("answers_count", "mod", "3:1"))).toBe(true);
  expect(holds(user("answers_count", "mod", "3:2"))).toBe(false);
});

test("GAME-01 the remainder of an id is always the same and spreads players evenly", () => {
  const remainders = Array.from({ length: 3_000 }, (_, n) => deriveNumber(`player ${n}`) % 3);
  for (const remainder of [0, 1, 2]) {
    const count = remainders.filter((value) => value === remainder).length;
    expect(count).toBeGreaterThan(900);
  }
  expect(deriveNumber("player 1")).toBe(deriveNumber("player 1"));
});

test("GAME-01 conditions are joined from left to right, without precedence", () => {
  const [yes, no] = [user("age", "eq", "20"), user("age", "eq", "21")];
  const or = (condition: Condition): Condition => ({ ...condition, operand: "or" });
  expect(holds(no, or(yes))).toBe(true);
  expect(holds(yes, or(yes), no)).toBe(false);
  expect(holds(no, no, or(yes))).toBe(true);
  // The operand of the first condition has no effect.
  expect(holds(or(no))).toBe(false);
  expect(holds()).toBe(true);
});

test("GAME-01 the conditions about communities hold for one and the same, which fills the text", () => {
  const isBooks = community("name", "eq", "本");
  const isHobby = community("category_id", "eq", "hobby");
  expect(findFit([isHobby], hana)?.community).toBe(travel);
  expect(holds(isBooks, isHobby)).toBe(false);
  const text = chooseText(
    {
      conditions: [],
      outcomes: [{ conditions: [isHobby], share_body: buildTexts("{community}") }],
    },
    hana,
    "ja",
  );
  expect(text).toBe("旅行");
});

test("GAME-01 a player without an age or a community fits no condition about it", () => {
  const player = { ...hana, age: null, communities: [] };
  for (const query_operand of ["eq", "not_eq", "gt", "lt"] as const)
    expect(findFit([user("age", query_operand, "18")], player)).toBeUndefined();
  expect(findFit([community("name", "not_eq", "本")], player)).toBeUndefined();
});

test("ADMIN-04 names replace the placeholders once and are never expanded again", () => {
  const play = (share_body: string, player: Player) =>
    chooseText(
      { conditions: [], outcomes: [{ conditions: [], share_body: buildTexts(share_body) }] },
      player,
      "ja",
    );
  const tricky = { ...hana, displaying_name: "{community}$&<b>" };
  expect(play("{name}と{community}、{age}", tricky)).toBe("{community}$&<b>と本、{age}");
  expect(play("{community}", { ...hana, communities: [] })).toBe("Toibako");
});

const garbage: readonly unknown[] = [
  ...[
    null,
    undefined,
    true,
    0,
    -1,
    1.5,
    Number.NaN,
    {},
    [],
    { gt: 1 },
    ["id"],
    "",
    " ",
    "\u0000",
    "é\u0301",
  ],
  ...["__proto__", "constructor", "toString", "password_hash", "'; drop table users --"],
];
const fields: Record<string, readonly unknown[]> = {
  reference_class: referenceClasses,
  attr: referenceClasses.flatMap((name) => Object.keys(attributes[name])),
  operand: operands,
  query_operand: queryOperands,
  value: ["3:1", "0:0", "1:0", "x", "18", "-3", "ja", "ja,en", ",", "female", "9".repeat(500)],
};

/** Creates a condition whose fields are missing, valid, or anything. */
function createCondition(random: Random): TypedCondition {
  const entries = Object.entries(fields).flatMap(([field, values]) => {
    if (random.chance(0.2)) return [];
    return [[field, random.pick(random.chance(0.85) ? values : garbage)]];
  });
  return Object.fromEntries(entries);
}

test("ADMIN-03 whatever is typed is either refused by field or chooses an outcome; nothing throws otherwise", () => {
  const random = createRandom(7);
  let accepted = 0;
  for (let run = 0; run < countPropertyRuns(3_000); run++) {
    const conditions = Array.from({ length: random.drawBelow(4) }, () => createCondition(random));
    const outcomes = [
      { conditions, share_body: buildTexts("a") },
      { conditions: [], share_body: buildTexts("b") },
    ];
    try {
      const rules = requireRules({ conditions: [], outcomes });
      for (const { reference_class, attr } of rules.outcomes.flatMap((o) => o.conditions))
        expect(Object.keys(attributes[reference_class])).toContain(attr);
      expect(["a", "b"]).toContain(chooseText(rules, hana, "ja"));
      accepted++;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      expect(error.code).toBe("form_validation_failed");
      expect(error.fields[0]?.field).toMatch(/^outcomes\.0\.conditions\.\d\.[a-z_]+$/);
    }
  }
  expect(accepted).toBeGreaterThan(100);
});

const refuse = (typed: TypedCondition[]) => {
  try {
    requireRules({
      conditions: typed,
      outcomes: [{ conditions: [], share_body: buildTexts("a") }],
    });
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.fields.map(({ field, text_key }) => [field, text_key]);
  }
};

test.each<[string, TypedCondition, string, string]>([
  ["class", { reference_class: "Session", value: "3:1" }, "reference_class", "invalid_field"],
  ["attribute", { attr: "password_hash", value: "1" }, "attr", "invalid_field"],
  ["attribute of the prototype", { attr: "constructor", value: "1" }, "attr", "invalid_field"],
  ["attribute of the other class", { attr: "category_id", value: "a" }, "attr", "invalid_field"],
  ["operand", { operand: "xor", value: "3:1" }, "operand", "invalid_field"],
  [
    "comparison",
    { attr: "age", query_operand: "like", value: "1" },
    "query_operand",
    "invalid_field",
  ],
  [
    "id by another comparison",
    { query_operand: "eq", value: "1" },
    "query_operand",
    "invalid_field",
  ],
  ["nested value", { value: { gt: 1 } }, "value", "invalid_field"],
  ["remainder 0:0", { value: "0:0" }, "value", "diagnosis_mod"],
  ["remainder that never is", { value: "3:3" }, "value", "diagnosis_mod"],
  ["remainder x", { value: "x" }, "value", "diagnosis_mod"],
  ["age x", { attr: "age", query_operand: "gt", value: "x" }, "value", "diagnosis_number"],
  ["language", { attr: "locale", query_operand: "eq", value: "xx" }, "value", "diagnosis_value"],
])("ADMIN-03 an unknown %s is refused", (_name, typed, field, text_key) => {
  expect(refuse([typed])).toEqual([[`conditions.0.${field}`, text_key]]);
});

test("ADMIN-02 primary conditions are about the id of the user by default, others about that of the community", () => {
  const outcomes = [
    { conditions: [{ value: "2:0" }], share_body: buildTexts("a") },
    { conditions: [], share_body: buildTexts("b") },
  ];
  const rules = requireRules({ conditions: [{ value: "2:0" }], outcomes });
  const defaults = { attr: "id", query_operand: "mod", operand: "and", value: "2:0" };
  expect(rules.conditions).toEqual([{ reference_class: "User", ...defaults }]);
  expect(rules.outcomes[0]?.conditions).toEqual([{ reference_class: "Community", ...defaults }]);
});

test("ADMIN-03 GAME-01 too many conditions or outcomes, and a last outcome with conditions are refused", () => {
  const many = Array.from({ length: 10_000 }, () => ({ value: "3:1" }));
  expect(refuse(many)).toEqual([["conditions", "diagnosis_too_many_conditions"]]);
  expect(refuse(many.slice(0, maxConditions))).toEqual([]);
  const outcome = { conditions: [], share_body: buildTexts("a") };
  const check = (outcomes: (typeof outcome & { conditions: TypedCondition[] })[]) => {
    try {
      requireRules({ conditions: [], outcomes });
      return undefined;
    } catch (error) {
      return error instanceof Failure ? error.fields[0]?.text_key : error;
    }
  };
  expect(check([])).toBe("diagnosis_outcome_needed");
  expect(check(Array.from({ length: maxOutcomes }, () => outcome))).toBeUndefined();
  expect(check(Array.from({ length: maxOutcomes + 1 }, () => outcome))).toBe(
    "diagnosis_too_many_outcomes",
  );
  expect(check([outcome, { ...outcome, conditions: [{ value: "1:0" }] as never[] }])).toBe(
    "diagnosis_last_has_conditions",
  );
});
