import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { pruneBackups } from "./backup.ts";

const folder = mkdtempSync(join(tmpdir(), "prune-"));
afterAll(() => rmSync(folder, { recursive: true }));

const nameOf = (day: number) => `toibako-202611${day}T000000Z.backup`;
const store = (name: string) => writeFileSync(join(folder, name), "");

test("OPS-02 old backups are deleted only when the newer ones were drilled", () => {
  for (const day of [10, 11, 12, 13]) store(nameOf(day));
  store(`${nameOf(14)}.part`);
  for (const day of [10, 13]) store(`${nameOf(day)}.drilled`);
  expect(() => pruneBackups(folder, 2)).toThrow(`${nameOf(12)} has not been drilled`);
  expect(readdirSync(folder)).toHaveLength(7);
  store(`${nameOf(12)}.drilled`);
  expect(pruneBackups(folder, 2)).toEqual([nameOf(11), nameOf(10)]);
  // An unfinished backup neither counts nor is deleted.
  expect(readdirSync(folder).sort()).toEqual([
    nameOf(12),
    `${nameOf(12)}.drilled`,
    nameOf(13),
    `${nameOf(13)}.drilled`,
    `${nameOf(14)}.part`,
  ]);
  expect(pruneBackups(folder, 2)).toEqual([]);
});
