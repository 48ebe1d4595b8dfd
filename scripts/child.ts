import { type ChildProcess, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The flags of V8 with which `npm start` runs the server; every process that runs it needs them. */
export const serverFlags = readServerFlags();

function readServerFlags(): string[] {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const { scripts } = JSON.parse(file) as { scripts: { start: string } };
  return scripts.start.split(" ").filter((word) => /^--(?!import$)/.test(word));
}

/** Returns a function that ends the child; also ends it when this process exits. */
export function createStopper(child: ChildProcess, signal: NodeJS.Signals): () => Promise<void> {
  const exited = new Promise<void>((settle) => {
    child.once("exit", () => settle());
    child.once("error", () => settle());
  });
  const endChild = () => void child.kill(signal);
  process.once("exit", endChild);
  return async () => {
    process.off("exit", endChild);
    endChild();
    await exited;
  };
}

/** A process and its children: PostgreSQL has one for each connection. */
export function listProcessTree(pid: number): number[] {
  const children = execFileSync("pgrep", ["-P", String(pid)])
    .toString()
    .trim()
    .split("\n");
  return [pid, ...children.map(Number)];
}

/** Waits until `ready` returns true; throws if the child exits first, or after three minutes. */
export async function waitUntilReady(
  name: string,
  child: ChildProcess,
  ready: () => Promise<boolean>,
) {
  const deadline = Date.now() + 180_000;
  while (!(await ready())) {
    const ended = child.exitCode !== null || child.pid === undefined;
    if (ended || Date.now() > deadline) throw new Error(`${name} did not start`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
}
