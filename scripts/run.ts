import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";

const bin = resolve("node_modules/.bin");

/** The environment of a child: the repository's own tools, and its Node, come first. */
export function childEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...extra, PATH: `${bin}${delimiter}${process.env.PATH ?? ""}` };
}

export interface Outcome {
  /** Exit code; 1 when a signal ended it or it could not be started. */
  code: number;
  /** Both streams, in the order they came. */
  output: string;
}

/** Runs a command and keeps what it prints. */
export function runQuietly(command: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return start(command, env, "pipe");
}

/** Runs a command that prints straight to the terminal. */
export async function runAloud(command: string[], env: Record<string, string> = {}) {
  return (await start(command, env, "inherit")).code;
}

function start(command: string[], env: Record<string, string>, output: "pipe" | "inherit") {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { env: childEnv(env), stdio: ["ignore", output, output] });
  let text = "";
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return new Promise<Outcome>((settle) => {
    child.on("error", (error) => settle({ code: 1, output: `${text}${error.message}\n` }));
    child.on("close", (code) => settle({ code: code ?? 1, output: text }));
  });
}
