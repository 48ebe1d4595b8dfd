import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evidence } from "./components/explanations.tsx";

const repository = join(import.meta.dirname, "../../../../..");

test.each(evidence)("SAFE-15 the file of the evidence %s exists", (_textKey, path) => {
  expect(existsSync(join(repository, path))).toBe(true);
});
