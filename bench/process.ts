import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answers, stopper } from "../scripts/child.ts";
import { accepts, freePort } from "../scripts/ports.ts";
import { secretKey } from "./people.ts";

/** A process under load. */
export interface Target {
  url: string;
  /** Seconds of processor that it has used in all its threads; NaN where Linux doesn't tell. */
  processorSeconds(): number;
  /** The most memory that it ever held, in megabytes; NaN where Linux doesn't tell. */
  peakMegabytes(): number;
  stop(): Promise<void>;
}

/** The product as it runs in production, without its limits. */
export async function startServer(database: string): Promise<Target> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "toibako-bench-"));
  const target = await start("apps/server/src/main.ts", [], port, {
    NODE_ENV: "production",
    ROLE: "web",
    LIMIT_FACTOR: "0",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATABASE_URL: database,
    REDIS_URL: undefined,
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
  });
  const stop = async () => {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...target, stop };
}

/** The bare limit; with the path of a compressed page it serves that under every address. */
export async function startBare(database: string, page?: string): Promise<Target> {
  const port = await freePort();
  const args = [String(port), database, ...(page ? [page] : [])];
  return start("bench/bare.ts", args, port, { NODE_ENV: "production" });
}

async function start(
  script: string,
  args: string[],
  port: number,
  env: Record<string, string | undefined>,
): Promise<Target> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = stopper(child, "SIGTERM");
  await answers(script, child, () => accepts(port));
  return {
    url: `http://127.0.0.1:${port}`,
    processorSeconds: () => ticksOf(child.pid) / 100,
    peakMegabytes: () => peakOf(child.pid) / 1024,
    stop,
  };
}

/** User and system time, in hundredths of a second. */
function ticksOf(pid: number | undefined): number {
  // The name of the command, in brackets, may hold spaces; what counts follows it.
  const fields = readProcess(pid, "stat").split(") ")[1]?.split(" ");
  return Number(fields?.[11]) + Number(fields?.[12]);
}

function peakOf(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readProcess(pid, "status"))?.[1]);
}

function readProcess(pid: number | undefined, file: string): string {
  const path = `/proc/${pid}/${file}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
