import { existsSync } from "node:fs";
import { runAloud } from "./run.ts";

const lock = ["-o", "DPkg::Lock::Timeout=300"];
const env = { DEBIAN_FRONTEND: "noninteractive" };

/** Whether missing system packages may be installed here: root on Debian or Ubuntu. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Installs Debian packages; throws when apt can't. */
export async function install(...packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(", ")} …`);
  await runAloud(["apt-get", ...lock, "-qq", "update"], env);
  const options = ["-qq", "-y", "--no-install-recommends"];
  const code = await runAloud(["apt-get", ...lock, ...options, "install", ...packages], env);
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(", ")}`);
}
