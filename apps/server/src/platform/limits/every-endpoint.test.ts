import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Caller, Endpoint, Limit } from "@toibako/contract/endpoint.ts";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "../../../../../packages/contract/src");

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "response" in value;
}

async function listEndpoints(): Promise<Endpoint[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith(".ts") && !file.includes(".test."))
      .map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
}

type Group = "accounts" | "visitors" | "callers without a cookie";

/** Whose calls a limit counts. */
const countedGroups: Record<Limit["key"], readonly Group[]> = {
  address: ["accounts", "visitors", "callers without a cookie"],
  everyone: ["accounts", "visitors", "callers without a cookie"],
  user: ["accounts"],
  visitor: ["visitors"],
  cookieless_network: ["callers without a cookie"],
  visitor_network: ["visitors", "callers without a cookie"],
  new_visitor_network: ["callers without a cookie"],
};

function listCallers(caller: Caller): readonly Group[] {
  return caller === "anyone" || caller === "visitor" ? countedGroups.address : ["accounts"];
}

test("SAFE-08 every endpoint of the contract limits all of its callers", async () => {
  const endpoints = await listEndpoints();
  expect(endpoints.length).toBeGreaterThan(170);
  const unlimited = endpoints.flatMap(({ name, caller, limits }) => {
    const counted = new Set(limits.flatMap(({ key }) => countedGroups[key]));
    return listCallers(caller)
      .filter((group) => !counted.has(group))
      .map((group) => `${name}: ${group}`);
  });
  expect(unlimited).toEqual([]);
});
