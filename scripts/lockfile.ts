// Run this after `npm install`. It adds the optional binaries of other platforms that npm sometimes
// omits from the lockfile; `npm ci` rejects a lockfile without them.
import { readFileSync, writeFileSync } from "node:fs";

interface Locked {
  version: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "x64"];

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
const { packages } = lock;
for (const { optionalDependencies = {} } of Object.values(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    packages[`node_modules/${name}`] ??= createEntry(name, version);
  }
}
const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);

/** Derives the platform from the name, such as `@biomejs/cli-linux-x64-musl`. */
function createEntry(name: string, version: string): Locked {
  const platform = name.slice(name.lastIndexOf("/"));
  return {
    version,
    optional: true,
    os: systems.filter((system) => platform.includes(system)),
    cpu: processors.filter((processor) => platform.includes(processor)).slice(0, 1),
    ...(platform.includes("musl") && { libc: ["musl"] }),
  };
}
