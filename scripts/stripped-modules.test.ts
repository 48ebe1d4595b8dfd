import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runAndCapture } from "./run.ts";
import { stripStaleModules } from "./stripped-modules.ts";
import { isCurrent, root } from "./use-stripped-modules.js";

test("the server's process strips no types", async () => {
  stripStaleModules();
  // Node strips types by its module "amaro".
  const app = join(root, "apps/server/src/app.ts");
  const script = `
    await import(${JSON.stringify(app)});
    console.log(process.moduleLoadList.filter((name) => name.includes("amaro")));`;
  const hook = join(root, "scripts/use-stripped-modules.js");
  const { output } = await runAndCapture([
    "node",
    "--import",
    hook,
    "--input-type=module",
    "-e",
    script,
  ]);
  expect(output).toBe("[]\n");
});

test("a module without types is used only if it has the modification time of its source", () => {
  const folder = mkdtempSync(join(tmpdir(), "toibako-stripped-"));
  const source = join(folder, "source.ts");
  const stripped = join(folder, "stripped.js");
  const writtenAt = new Date("2026-01-02T03:04:05.678Z");
  writeFileSync(source, "");
  utimesSync(source, writtenAt, writtenAt);
  expect(isCurrent(stripped, source)).toBe(false);
  writeFileSync(stripped, "");
  expect(isCurrent(stripped, source)).toBe(false);
  utimesSync(stripped, writtenAt, writtenAt);
  expect(isCurrent(stripped, source)).toBe(true);
  // An update may bring a source that is older than the module.
  utimesSync(source, writtenAt, new Date("2025-01-01"));
  expect(isCurrent(stripped, source)).toBe(false);
});
