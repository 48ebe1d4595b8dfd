import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { noticeKinds } from "@toibako/contract/notices.ts";
import { expect, test } from "vitest";

/** Kinds that no code sends yet. */
const unsentKinds: string[] = [];

test("NOTE-08 code sends every kind of notice, except those that are planned", () => {
  const features = join(import.meta.dirname, "..");
  const code = globSync("**/*.ts", { cwd: features })
    .filter((path) => !path.includes(".test."))
    .map((path) => readFileSync(join(features, path), "utf8"))
    .join();
  expect(noticeKinds.filter((kind) => !new RegExp(`kind(:| =) "${kind}"`).test(code))).toEqual(
    unsentKinds,
  );
});
