import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import * as accounts from "@toibako/contract/accounts.ts";
import type { Endpoint } from "@toibako/contract/endpoint.ts";
import { isLocale } from "@toibako/contract/locales.ts";
import { expect, test, vi } from "vitest";
import { listMountedRoutes, removeParameterNames } from "#platform/testing/mounted-routes.ts";
import { openSite } from "#platform/testing/site.ts";
import { formType } from "./forms.ts";
import { multipartType } from "./uploads.ts";

interface Operation {
  security?: Record<string, string[]>[];
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: object }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

const site = await openSite({ public_url: "https://box.example" });
const reply = await site.openBrowser().sendRaw<Document>("GET", "/api/openapi.json");
const { data: document } = reply;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const contract = await loadEndpoints();

async function loadEndpoints(): Promise<Endpoint[]> {
  const folder = new URL(".", import.meta.resolve("@toibako/contract/endpoint.ts"));
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts") && !file.includes(".test."));
  const modules: object[] = await Promise.all(
    files.map((file) => import(new URL(file, folder).href)),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "caller" in value;
}

test("API-13 SHELL-31 the document is OpenAPI 3.1 and names the product and the site", () => {
  expect(reply.status).toBe(200);
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info).toMatchObject({ title: "Toibako", version: expect.any(String) });
  expect(document.servers).toEqual([{ url: "https://box.example" }]);
  expect(accounts.CurrentUser.properties).toHaveProperty("toibako_id");
});

test("API-13 every endpoint of the contract is mounted and documented", () => {
  const documented = new Map(
    operations.map(({ path, method, operation }) => [
      `${method.toUpperCase()} ${removeParameterNames(path)}`,
      operation.operationId,
    ]),
  );
  expect(contract.length).toBeGreaterThan(15);
  for (const { name, method, path } of contract) {
    expect(documented.get(`${method} ${removeParameterNames(path)}`)).toBe(name);
  }
});

test("API-13 every mounted API route is in the document", () => {
  const documented = operations.map(
    ({ path, method }) => `${method.toUpperCase()} ${removeParameterNames(path)}`,
  );
  const calls = listMountedRoutes(site.app).filter((route) =>
    / (\/{})?\/(adm|api|acc|auth|me|payment)\//.test(route),
  );
  // The documentation and pictures are not API calls.
  const others = /\/api\/(docs|openapi)|\.webp$/;
  expect(documented.sort()).toEqual(calls.filter((route) => !others.test(route)).sort());
});

test("API-13 the document follows OpenAPI's rules for operations", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, method, operation } of operations) {
    expect(path).toMatch(/^\/[^:?#]*$/);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const { parameters = [], requestBody, responses, summary } = operation;
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect(new Set(inPath.map(({ name }) => name))).toEqual(new Set(named));
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(parameters.every(({ schema }) => typeof schema === "object")).toBe(true);
    expect(summary).toMatch(/\S/);
    if (method === "get") expect(requestBody).toBeUndefined();
    const isForm = /^\/(auth|me)\//.test(path);
    const hasFiles =
      /^\/api\/v1\/user\/profiles|^\/api\/v2\/adm\/(?:pictures|videos)|\/import\/parts\//.test(
        path,
      );
    const media = isForm ? [formType] : ["application/json", ...(hasFiles ? [multipartType] : [])];
    if (requestBody) expect(Object.keys(requestBody.content)).toEqual(media);
    const isRedirected = isForm || path.startsWith("/payment/returns/");
    const success = isRedirected ? /^303$/ : /^2\d\d$/;
    expect(Object.keys(responses).some((status) => success.test(status))).toBe(true);
    for (const [status, { description }] of Object.entries(responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/);
      expect(description).toEqual(expect.any(String));
    }
  }
});

test("API-13 every reference in the document resolves", () => {
  for (const [, reference = ""] of reply.text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = reference
      .split("/")
      .reduce<unknown>((place, step) => (place as Record<string, unknown>)?.[step], document);
    expect(target).toBeDefined();
  }
});

test("API-13 a page shows the document", async () => {
  const page = await site
    .openBrowser()
    .sendRaw("GET", "/api/docs", undefined, { accept: "text/html" });
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toContain("text/html");
  const script = await site.openBrowser().sendRaw("GET", "/api/docs/static/swagger-ui-bundle.js");
  expect(script.status).toBe(200);
  expect(String(page.headers["content-security-policy"])).not.toMatch(/https?:\/\/(?!\S*box)/);
});

test.each(["/api/openapi.json", "/api/docs/json"])(
  "SAFE-10 API-13 %s serves bytes that were serialized once",
  async (url) => {
    const serialize = vi.spyOn(site.app, "swagger");
    const get = (headers: Record<string, string> = {}) => site.app.inject({ url, headers });
    const plain = await get();
    expect([plain.statusCode, plain.headers["content-encoding"]]).toEqual([200, undefined]);
    expect(plain.body).toBe(reply.text);

    const compressed = await get({ "accept-encoding": "br" });
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(compressed.headers["content-type"]).toMatch(/^application\/json/);
    expect(compressed.headers.vary).toBe("Accept-Encoding");
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(reply.text);
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);

    const unchanged = await get({ "if-none-match": String(plain.headers.etag) });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
    expect((await get({ "if-none-match": '"another"' })).body).toBe(reply.text);
    expect(serialize).not.toHaveBeenCalled();
  },
);

/** Field names that WebAuthn defines for the options of passkeys. */
const webAuthnNames = new Set([
  "pubKeyCredParams",
  "excludeCredentials",
  "authenticatorSelection",
  "displayName",
  "residentKey",
  "requireResidentKey",
  "userVerification",
  "rpId",
]);

test("API-04 API-05 every name on the wire is in snake_case", () => {
  const names = new Set<string>();
  const collect = (schema: unknown) => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      if (key === "properties") for (const name of Object.keys(value)) names.add(name);
      collect(value);
    }
  };
  for (const { params, query, body, response } of contract)
    collect([params, query, body, response]);
  expect(names.size).toBeGreaterThan(60);
  const others = [...names].filter((name) => !/^[a-z][a-z0-9]*(__?[a-z0-9]+)*$/.test(name));
  // Texts in several languages are named by their languages.
  expect(others.filter((name) => !webAuthnNames.has(name) && !isLocale(name))).toEqual([]);
  // The specification also calls the fields `uuid_hash`, `id` (of a notice) and `members_count` by these names. The
  // contract has one name for each.
  expect(
    [...names].filter((name) => /^(question_uuid|notice_id|members_total)$/.test(name)),
  ).toEqual([]);
});

test("API-04 the fields of the current user have the names of their columns", async () => {
  const { rows } = await site.services.database.executeSql(
    "select column_name from information_schema.columns where table_name in ('users', 'questions')",
  );
  const columns = rows.map((row) => (row as { column_name: string }).column_name);
  const wire = Object.keys(accounts.CurrentUser.properties);
  // Fields without a column of the same name: the handle has two names, the avatar is stored in
  // `icon_url`, the providers are in another table, and the others are computed.
  const withoutColumn = [
    "toibako_id",
    // Counted from `account_changed_at`.
    "account_changeable_at",
    "avatar",
    "has_password",
    "community_tutorial_has_not_began_yet",
    "age",
    "is_ad_free",
    "provider",
    "unread_answers_count",
  ];
  expect(wire.filter((name) => !columns.includes(name))).toEqual(withoutColumn);
});

/** Calls whose lists are short and have no pages. */
const wholeLists = new Set([
  "getHelpLines",
  // As many rows as there are kinds of cases, and two weeks.
  "getOverview",
  "getPush",
  // A room asks at most five questions.
  "getRoomQuestions",
  // The last twelve months.
  "getTransparency",
  "getVisitorState",
  // One plan is sold.
  "listBillingItems",
  "listBrowserAccounts",
  // Admins have made them one by one.
  "listEditedCategories",
  "listEditedRoomQuestions",
  // All groups with all stamps, of which only admins make more.
  "listEditedStampGroups",
  // One or none.
  "getAdTags",
  // As many as there are places.
  "listEditedAdTags",
  // Admins have made them one by one.
  "listDiagnosisGames",
  // At most two hundred, which admins have made one by one.
  "listGames",
  // As many as there are places of the navigation.
  "listGivenBadges",
  // The newest room of a school year, and a few official ones.
  "listJoinableRooms",
  "listJoinedCommunities",
  // At most fifty.
  "listOwnDecisions",
  "listMembersOfCommunities",
  "listMostLiked",
  "listRecommendedCommunities",
  "listRecommendedContents",
  // The pages that have a fixed text, and a list for each language and use.
  "listEditedPages",
  "listWordLists",
  // The last fifty.
  "listReleaseNotes",
  "listSampleCommunities",
  "listSampleQuestions",
  "listSessions",
  "listTalkReports",
  // Continues after the id of its last answer.
  "listTimeline",
]);

test("API-07 every reply to a GET with a list contains a pager, except a few short lists", () => {
  const unpaged = contract.filter(({ method, response }) => {
    // The reply to a write may list what it changed; such a list has no pages.
    if (method !== "GET") return false;
    const { properties = {} } = (response[200] ?? {}) as {
      properties?: Record<string, { type?: string }>;
    };
    const hasList = Object.values(properties).some(({ type }) => type === "array");
    // Lists of staff are read on from their last row.
    return hasList && !("has_more" in properties) && !("pager" in properties);
  });
  expect(unpaged.map(({ name }) => name).sort()).toEqual([...wholeLists].sort());
});

test("WEB-07 every operation names the schemes with which it is called", () => {
  const getSecurity = (id: string) =>
    operations.find(({ operation }) => operation.operationId === id)?.operation.security;
  expect(getSecurity("getCurrentUser")).toContainEqual({});
  expect(getSecurity("listNotices")).toEqual([{ session: [] }]);
  expect(getSecurity("postAnswer")).toEqual([{ session: [], csrf_token: [] }]);
  expect(getSecurity("postQuestion")).toEqual([
    { csrf_token: [] },
    { session: [], csrf_token: [] },
    { visitor: [], csrf_token: [] },
  ]);
  for (const { operation } of operations) expect(operation.security?.length).toBeGreaterThan(0);
});

test("WEB-07 the document follows redocly's recommended rules", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toibako-openapi-"));
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const command = ["lint", "--config", "redocly.yaml", "--max-problems", "20", file];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const outcome = await promisify(execFile)("node_modules/.bin/redocly", command, { env }).then(
    ({ stdout, stderr }) => ({ passed: true, output: stdout + stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({
      passed: false,
      output: stdout + stderr,
    }),
  );
  rmSync(folder, { recursive: true });
  expect(outcome).toMatchObject({ passed: true });
  expect(outcome.output).not.toMatch(/You have \d+ warning/);
}, 60_000);
