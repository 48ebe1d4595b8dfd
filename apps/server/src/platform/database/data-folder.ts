import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

// Entries that the server writes itself; the operator's texts in `pages` keep their modes.
const serverEntries = /^(?:database(?:\.new)?|storage|secret\.key|lock\.sqlite.*)$/;

/** Makes new files and folders of this process accessible to their owner only. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Removes other users' access to the data folder and to the server's files in it. Folders of older
 * versions are open to everybody, and the embedded database creates its first files readable for everybody.
 * Returns the paths whose modes could not be changed, for example because another user owns them.
 */
export function restrictDataFolder(data_dir: string): string[] {
  // Windows has no such file modes.
  if (process.platform === "win32" || !existsSync(data_dir)) return [];
  const failed: string[] = [];
  const tryRestrict = (path: string) => {
    try {
      removeOthersAccess(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT") failed.push(path);
    }
  };
  // A folder with the sticky bit, such as /tmp, is shared on purpose.
  if ((statSync(data_dir).mode & 0o1000) === 0) tryRestrict(data_dir);
  for (const name of readdirSync(data_dir).filter((entry) => serverEntries.test(entry))) {
    const path = join(data_dir, name);
    tryRestrict(path);
    if (!statSync(path).isDirectory()) continue;
    for (const inner of readdirSync(path, { recursive: true, encoding: "utf8" })) {
      tryRestrict(join(path, inner));
    }
  }
  return failed;
}

function removeOthersAccess(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink() || (entry.mode & 0o077) === 0) return;
  chmodSync(path, entry.mode & 0o700);
}
