import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes the files of a commit into an empty folder, with the packages of its lockfile. */
export function checkOut(commit: string, folder: string): void {
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  if (!hasSameLockfile(commit)) {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
    return;
  }
  // The links in it, which lead to the packages of the repository, are relative.
  for (const packages of globSync("{.,apps/*,packages/*}/node_modules"))
    if (existsSync(join(folder, dirname(packages))))
      cpSync(packages, join(folder, packages), { recursive: true, verbatimSymlinks: true });
}

function hasSameLockfile(commit: string): boolean {
  const hash = (args: string[]) => execFileSync("git", args).toString();
  return (
    hash(["rev-parse", `${commit}:package-lock.json`]) ===
    hash(["hash-object", "package-lock.json"])
  );
}
