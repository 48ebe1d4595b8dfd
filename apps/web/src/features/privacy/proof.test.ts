import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { proofs } from "./components/explanations.tsx";

const repository = join(import.meta.dirname, "../../../../..");

test.each(proofs)("SAFE-15 %s is proved by a file that is there", (_text, path) => {
  expect(existsSync(join(repository, path))).toBe(true);
});
