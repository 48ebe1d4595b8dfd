import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { getCurrentUser } from "@toibako/contract/accounts.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { listReceivedItems } from "@toibako/contract/inbox.ts";
import { postBlock } from "@toibako/contract/moderation.ts";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const site = await openSite();
const kenta = await site.registerPerson("kenta");
await site.registerPerson("yui");
await site.services.database.executeSql(
  "update users set suspended_until = now() + interval '1 day' where account = 'kenta'",
);

const folder = resolve(import.meta.dirname, "../../../../../packages/contract/src");

/** Lists the endpoints of the contract that reach others. */
async function listReaching(): Promise<Endpoint[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith(".ts") && !file.includes(".test."))
      .map((file) => import(join(folder, file)) as Promise<Record<string, unknown>>),
  );
  return modules
    .flatMap((module) => Object.values(module) as Partial<Endpoint>[])
    .filter((value): value is Endpoint => value?.reaches_others === true && "path" in value);
}

test("MOD-04 a suspended account can't make any call that reaches others", async () => {
  const endpoints = await listReaching();
  expect(endpoints.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["postQuestion", "postAnswer", "postMessage", "putProfile"]),
  );
  for (const { name, method, path } of endpoints) {
    const { error } = await kenta.sendRaw(method, path.replaceAll(/:\w+/g, "x"), {});
    expect([name, error?.code]).toEqual([name, "suspended"]);
  }
});

test("MOD-04 a suspended account reads, and does what only itself sees", async () => {
  const { data } = await kenta.send(getCurrentUser, {});
  expect("user" in data && Date.parse(data.user.suspended_until ?? "")).toBeGreaterThan(Date.now());
  expect((await kenta.send(listReceivedItems, {})).status).toBe(200);
  expect((await kenta.send(postBlock, { body: { account: "yui" } })).status).toBe(201);
});
