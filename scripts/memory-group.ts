import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Creates a control group with a limit of memory, beside (version 2) or below (version 1) that of this process.
 * Returns its folder, or undefined if this process may not create one.
 */
export function createMemoryGroup(megabytes: number): string | undefined {
  const lines = existsSync("/proc/self/cgroup") ? readFileSync("/proc/self/cgroup", "utf8") : "";
  const name = `toibako-memory-${process.pid}`;
  const [, first] = /^\d+:memory:(.*)$/m.exec(lines) ?? [];
  const [, second] = /^0::(.*)$/m.exec(lines) ?? [];
  const [folder, limits] =
    first === undefined
      ? [join("/sys/fs/cgroup", second ?? "", "..", name), ["memory.max", "memory.swap.max"]]
      : [join("/sys/fs/cgroup/memory", first, name), ["memory.limit_in_bytes"]];
  try {
    mkdirSync(folder);
    for (const [n, file] of limits.entries()) {
      if (n === 0 || existsSync(join(folder, file)))
        writeFileSync(join(folder, file), n === 0 ? String(megabytes * 2 ** 20) : "0");
    }
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

/** Returns the command that runs another one in the group. */
export function enterGroup(folder: string, command: readonly string[]): [string, string[]] {
  const enter = 'echo $$ > "$0" && exec "$@"';
  return ["sh", ["-c", enter, join(folder, "cgroup.procs"), ...command]];
}
