import { createPublicId } from "#platform/identity/secrets.ts";
import type { Random } from "./random.ts";

/** The part of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
}

/** Values that replies contained, by field name, so that later requests name rows that exist. */
export type KnownValues = Map<string, string[]>;

/** Maximum number of values that are kept for a field name. */
const maxKnownValues = 100;

/** Remembers the ids, handles and own words of a reply. */
export function collectKnownValues(known: KnownValues, value: unknown, random: Random): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== "string") collectKnownValues(known, inner, random);
    else if (inner.length <= 64 && /(^|_)(id|hash|account|word)$/.test(key)) {
      const values = known.get(key) ?? [];
      if (values.length < maxKnownValues) values.push(inner);
      else values[random.drawBelow(maxKnownValues)] = inner;
      known.set(key, values);
    }
  }
}

/** The names of known values that fit a parameter or field of a request with another name. */
const namesOfKnownValues: Record<string, string[]> = {
  id: ["id", "uuid_hash", "answer_id", "account"],
  uuid: ["uuid_hash"],
  question_id: ["uuid_hash"],
  item_id: ["uuid_hash"],
  accounts: ["account"],
};

function pickKnown(name: string, known: KnownValues, random: Random): string | undefined {
  const values = (namesOfKnownValues[name] ?? [name]).flatMap((key) => known.get(key) ?? []);
  return values.length === 0 ? undefined : random.pick(values);
}

const characters = "a b X Z 0 9 _ - あ 死 😀 é \u0301 \n ' \" < & %".split(" ").concat(" ");

/** Creates a value that the schema allows. It knows only the patterns of ids, handles and paths. */
export function createValidValue(
  schema: JsonSchema,
  name: string,
  known: KnownValues,
  random: Random,
): unknown {
  if (schema.enum) return random.pick(schema.enum);
  if ("const" in schema) return schema.const;
  if (schema.anyOf) return createValidValue(random.pick(schema.anyOf), name, known, random);
  switch (schema.type ?? "string") {
    case "object":
      return createValidObject(schema, known, random);
    case "array": {
      const { minItems = 0, maxItems = 4 } = schema;
      const length = minItems + random.drawBelow(Math.min(4, maxItems - minItems) + 1);
      return Array.from({ length }, () =>
        createValidValue(schema.items ?? {}, name, known, random),
      );
    }
    case "integer":
    case "number": {
      const { minimum = -5, maximum = minimum + 20 } = schema;
      return random.pick([minimum, maximum, minimum + random.drawBelow(maximum - minimum + 1)]);
    }
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    default:
      return createValidText(schema, name, known, random);
  }
}

function createValidObject(schema: JsonSchema, known: KnownValues, random: Random): object {
  const object: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const isLeftOut = !schema.required?.includes(key) && random.chance(0.4);
    if (!isLeftOut) object[key] = createValidValue(inner, key, known, random);
  }
  return object;
}

function createValidText(
  schema: JsonSchema,
  name: string,
  known: KnownValues,
  random: Random,
): string {
  const knownValue = pickKnown(name, known, random);
  if (knownValue !== undefined && random.chance(0.8)) return knownValue;
  if (name === "page") return String(1 + random.drawBelow(4));
  if (schema.format === "email") return `${random.drawBelow(1e6)}@example.com`;
  if (schema.format === "date-time") return new Date(random.drawBelow(2e12)).toISOString();
  if (schema.pattern?.includes("{22}")) return createPublicId();
  if (schema.pattern?.includes("{3,20}")) return `fuzz_${random.drawBelow(1e9)}`;
  if (schema.pattern?.startsWith("^/")) return "/ja/me";
  const { minLength = 0, maxLength = 100_000 } = schema;
  const length = random.pick([
    minLength,
    minLength + random.drawBelow(30),
    Math.min(maxLength, 1_200),
  ]);
  const pieces = Array.from({ length: Math.min(length, maxLength) }, () => random.pick(characters));
  return pieces.join("").slice(0, maxLength);
}

/** Values of every type that few operations expect. */
const garbage: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 63),
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\uffff\ufeff",
  "\u202e\u200d\u0000",
  "e\u0301".repeat(300),
  "\u0301".repeat(2_000),
  "👩‍👩‍👧‍👦".repeat(500),
  "x".repeat(70_000),
  "__proto__",
  "constructor",
  "NaN",
  "99999999999999999999",
  "-1",
  "0x10",
  "1e9",
  "'; drop table users; --",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "\r\nset-cookie: a=b",
  [],
  [[]],
  ["a", 1, null],
  {},
  { length: 5 },
  { toString: 1 },
];

export function createGarbageValue(random: Random): unknown {
  return random.pick(garbage);
}

export function createGarbageText(random: Random): string {
  const value = createGarbageValue(random);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
}

const strangeKeys = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "",
  "a\0",
  "\ud800",
  "id",
];

/** Returns a copy of the value with one property or element changed, added or removed. */
export function damageValue(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null) return createGarbageValue(random);
  const entries = Object.entries(value) as [string, unknown][];
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    return random.pick<unknown>([
      [...items, createGarbageValue(random)],
      Object.fromEntries(entries),
    ]);
  }
  const chosen = entries[random.drawBelow(entries.length + 1)];
  if (chosen === undefined) {
    return addEntries(entries, [random.pick(strangeKeys), createGarbageValue(random)]);
  }
  const otherEntries = entries.filter(([key]) => key !== chosen[0]);
  if (random.chance(0.2)) return addEntries(otherEntries);
  if (random.chance(0.2)) return addEntries(otherEntries, [`${chosen[0]} `, chosen[1]]);
  return addEntries(otherEntries, [chosen[0], damageValue(chosen[1], random)]);
}

/** Uses `fromEntries`, which defines a property even for a name like `__proto__`. */
function addEntries(entries: [string, unknown][], ...added: [string, unknown][]): object {
  return Object.fromEntries([...entries, ...added]) as object;
}
