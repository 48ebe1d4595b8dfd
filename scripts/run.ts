import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";

const bin = resolve("node_modules/.bin");

/** What a child's environment has beyond ours; undefined takes a variable away. */
export type Env = Record<string, string | undefined>;

/** The repository's own tools, and its Node, come first; colours are for a terminal alone. */
function childEnv(extra: Env): NodeJS.ProcessEnv {
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
  const path = `${bin}${delimiter}${process.env.PATH ?? ""}`;
  return { ...process.env, ...plain, ...extra, PATH: path };
}

export interface Outcome {
  /** Exit code; 1 when a signal ended it or it could not be started. */
  code: number;
  /** Both streams, in the order they came. */
  output: string;
}

/** Runs a command and keeps what it prints. */
export function runQuietly(command: string[], env: Env = {}): Promise<Outcome> {
  return start(command, env, "pipe");
}

/** Runs a command that prints straight to the terminal. */
export async function runAloud(command: string[], env: Env = {}) {
  return (await start(command, env, "inherit")).code;
}

function start(command: string[], env: Env, output: "pipe" | "inherit") {
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
