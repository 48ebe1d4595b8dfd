import type { ChildProcess } from "node:child_process";

/** Ends the child on demand, and with this process whatever happens to it. */
export function stopper(child: ChildProcess, signal: NodeJS.Signals): () => Promise<void> {
  const gone = new Promise<void>((settle) => {
    child.once("exit", () => settle());
    child.once("error", () => settle());
  });
  const end = () => void child.kill(signal);
  process.once("exit", end);
  return async () => {
    process.off("exit", end);
    end();
    await gone;
  };
}

/** Waits until the child is `ready`; throws when it ends before, or after 30 seconds. */
export async function answers(name: string, child: ChildProcess, ready: () => Promise<boolean>) {
  const deadline = Date.now() + 30_000;
  while (!(await ready())) {
    const ended = child.exitCode !== null || child.pid === undefined;
    if (ended || Date.now() > deadline) throw new Error(`${name} did not start`);
    await new Promise((settle) => setTimeout(settle, 50));
  }
}
