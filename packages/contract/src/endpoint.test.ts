import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { Endpoint } from "./endpoint.ts";
import { PublicMonth } from "./help.ts";
import { Block } from "./moderation.ts";

const files = readdirSync(import.meta.dirname, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".ts") && !file.includes(".test."));
const modules: object[] = await Promise.all(
  files.map((file) => import(new URL(file, import.meta.url).href)),
);
const endpoints = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
const limited = endpoints.filter(({ limits = [] }) => limits.length > 0);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "caller" in value;
}

test("SAFE-08 an alias shares the counters of its original", () => {
  // An alias is a copy of its original, so both have the same list of limits or the same summary.
  const aliases = limited.flatMap((endpoint) =>
    limited
      .filter((other) => other !== endpoint)
      .filter(({ limits, summary }) => limits === endpoint.limits || summary === endpoint.summary)
      .map((other) => [endpoint, other] as const),
  );
  expect(aliases.length).toBeGreaterThanOrEqual(6);
  for (const [endpoint, other] of aliases) {
    expect([endpoint.name, endpoint.counts_as ?? endpoint.name]).toEqual([
      endpoint.name,
      other.counts_as ?? other.name,
    ]);
  }
});

test("SAFE-08 `counts_as` names an endpoint with the same limits", () => {
  const aliases = endpoints.filter(({ counts_as }) => counts_as !== undefined);
  expect(aliases.length).toBeGreaterThanOrEqual(3);
  for (const { counts_as, limits } of aliases) {
    const original = endpoints.find(({ name }) => name === counts_as);
    expect(original?.limits).toEqual(limits);
    expect(original?.counts_as).toBeUndefined();
  }
});

interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  format?: string;
  [keyword: string]: unknown;
}

/** The objects inside a schema, with the path of each. */
function listObjects(schema: unknown, path: string): { path: string; node: SchemaNode }[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, value]) =>
    listObjects(value, `${path}.${key}`),
  );
  return (schema as SchemaNode).properties
    ? [{ path, node: schema as SchemaNode }, ...inner]
    : inner;
}

test("API-06 every formatted date is accompanied by its moment, its day or its month in ISO 8601", () => {
  const formatted = /formatted|relative_time/;
  const day = JSON.stringify(Block.properties.blocked_on);
  const month = JSON.stringify(PublicMonth.properties.month);
  const objects = endpoints.flatMap(({ name, response }) => listObjects(response, name));
  const dated = objects.filter(({ node }) =>
    Object.keys(node.properties ?? {}).some((name) => formatted.test(name)),
  );
  expect(dated.length).toBeGreaterThanOrEqual(10);
  const withoutMoment = dated.filter(({ node }) => {
    const properties = JSON.stringify(node.properties);
    return !['"format":"date-time"', day, month].some((iso) => properties.includes(iso));
  });
  expect(withoutMoment.map(({ path }) => path)).toEqual([]);
});

test("PROF-21 the address of a person's picture is never null in any response", () => {
  const pictures = endpoints.flatMap(({ name, response }) =>
    listObjects(response, name).flatMap(({ path, node: { properties = {} } }) =>
      Object.entries(properties)
        .filter(([field]) => /icon(_ur[il])?$/.test(field))
        .map(([field, { type }]) => `${path}.${field}: ${String(type)}`),
    ),
  );
  expect(pictures.length).toBeGreaterThanOrEqual(8);
  expect(pictures.filter((picture) => !picture.endsWith(": string"))).toEqual([]);
});
