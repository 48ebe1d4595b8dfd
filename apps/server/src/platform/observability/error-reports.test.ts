import { postErrorReport } from "@toibako/contract/error-reports.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openSite } from "#platform/testing/site.ts";

const lines: string[] = [];
const log = pino({ base: {} }, { write: (line: string) => void lines.push(line) });
const site = await openSite({}, { log });

test("API-18 an error of a page is logged without personal data", async () => {
  const body = { name: "TypeError", route: "/$locale/q/$uuid", stack: "at f (/assets/a.js:1:2)" };
  expect((await site.openBrowser().send(postErrorReport, { body })).status).toBe(204);
  const line = lines.find((text) => text.includes("TypeError"));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ level: 40, page_error: body });
  expect(line).not.toMatch(/127\.0\.0\.1|cookie|user-agent/i);
});

test("API-18 a report with a field besides name, route and stack is refused", async () => {
  const body = { name: "x", route: "/", stack: "", account: "yui" };
  expect((await site.openBrowser().send(postErrorReport, { body })).status).toBe(400);
});
