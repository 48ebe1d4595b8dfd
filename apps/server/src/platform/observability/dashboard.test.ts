import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findFreePort } from "#platform/testing/ports.ts";
import { openSite } from "#platform/testing/site.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../../../../${name}`, import.meta.url), "utf8");
const alerts = read("ops/alerts.yml");
const dashboard = read("ops/dashboard.json");

const metrics_port = await findFreePort();
await openSite({ metrics_port });

/** The metrics that Prometheus derives itself. */
const ofPrometheus = new Set(["up"]);

test("OPS-03 the dashboard and the alert rules name only metrics that are emitted", async () => {
  const text = await (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text();
  const emitted = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const expressions = [
    ...(JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(
      ({ targets }) => targets.map(({ expr }) => expr),
    ),
    ...[...alerts.matchAll(/expr: (?:>\n)?((?:.|\n {10})+)/g)].map(([, expression]) => expression),
  ];
  expect(expressions.length).toBeGreaterThan(30);
  const named = new Set(
    expressions.flatMap((expression = "") =>
      [...expression.matchAll(/\b(?:toibako|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
        name.replace(/_(?:bucket|sum|count)$/, ""),
      ),
    ),
  );
  expect([...named].filter((name) => !emitted.has(name) && !ofPrometheus.has(name))).toEqual([]);
  const own = [...emitted].filter((name) => name?.startsWith("toibako_"));
  // Nothing is measured that nobody looks at.
  expect(own.filter((name = "") => !named.has(name))).toEqual([]);
});

test("OPS-03 the run book says what to do about each alert, and about no other", () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const [, book = ""] =
    /\n## When an alert fires\n(.*?)\n## /s.exec(read("docs/operations.md")) ?? [];
  expect([...book.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, name]) => name)).toEqual(names);
});
