import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { restrictDataFolder } from "./data-folder.ts";

const script = fileURLToPath(new URL("../testing/data-folder-process.ts", import.meta.url));
const parent = mkdtempSync(join(tmpdir(), "toibako-folder-"));
afterAll(() => rmSync(parent, { recursive: true }));

// Windows has no file modes.
test.skipIf(process.platform === "win32")(
  "SAFE-12 the data folder is accessible to its owner only, including files that had wider permissions",
  { timeout: 60_000 },
  async () => {
    const DATA_DIR = join(parent, "data");
    const { PATH = "" } = process.env;
    // A folder of an earlier version, in which everybody may read every file.
    mkdirSync(join(DATA_DIR, "storage", "cards"), { recursive: true });
    writeFileSync(join(DATA_DIR, "storage", "cards", "old.png"), "x");
    writeFileSync(join(DATA_DIR, "secret.key"), "0123456789".repeat(5));
    for (const name of ["", "storage", "storage/cards"]) chmodSync(join(DATA_DIR, name), 0o755);
    for (const name of ["storage/cards/old.png", "secret.key"]) {
      chmodSync(join(DATA_DIR, name), 0o666);
    }
    const command = `umask 022 && exec "${process.execPath}" "${script}"`;
    const { stdout } = await promisify(execFile)("sh", ["-c", command], {
      env: { PATH, DATA_DIR },
    });
    const noneReadable = { files_count: expect.any(Number), readable: [] };
    const { status, failed, during, after } = JSON.parse(stdout);
    expect([status, failed, during, after]).toEqual([200, [], noneReadable, noneReadable]);
    // Nearly all of them are files of the embedded database.
    expect(after.files_count).toBeGreaterThan(900);
    expect(readdirSync(DATA_DIR).sort()).toEqual([
      "database",
      "lock.sqlite",
      "secret.key",
      "storage",
    ]);
    expect(readdirSync(join(DATA_DIR, "storage", "cards", "profiles", "yui"))).toHaveLength(1);
  },
);

test.skipIf(process.platform === "win32")(
  "SAFE-12 the operator's texts and a shared folder keep their modes",
  () => {
    const folder = join(parent, "shared");
    mkdirSync(join(folder, "pages"), { recursive: true });
    writeFileSync(join(folder, "pages", "terms.md"), "Be kind.");
    writeFileSync(join(folder, "secret.key"), "x");
    chmodSync(folder, 0o1777);
    for (const name of ["pages/terms.md", "secret.key"]) chmodSync(join(folder, name), 0o644);
    expect(restrictDataFolder(folder)).toEqual([]);
    const readMode = (name: string) => statSync(join(folder, name)).mode & 0o7777;
    expect([readMode(""), readMode("pages/terms.md"), readMode("secret.key")]).toEqual([
      0o1777, 0o644, 0o600,
    ]);
  },
);
