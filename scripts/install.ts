import { existsSync } from "node:fs";
import { runInTerminal } from "./run.ts";

const lockOptions = ["-o", "DPkg::Lock::Timeout=300"];
const env = { DEBIAN_FRONTEND: "noninteractive" };

/** Whether missing system packages may be installed here: root on Debian or Ubuntu. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Installs Debian packages. Throws if the installation fails; a failed update of the package lists is ignored. */
export async function installPackages(...packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(", ")} …`);
  await runInTerminal(["apt-get", ...lockOptions, "-qq", "update"], env);
  const options = ["-qq", "-y", "--no-install-recommends"];
  const code = await runInTerminal(
    ["apt-get", ...lockOptions, ...options, "install", ...packages],
    env,
  );
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(", ")}`);
}
