import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";

const bin = resolve("node_modules/.bin");

/** Changes to the environment of a child process; undefined removes a variable. */
export type Env = Record<string, string | undefined>;

/** Puts the repository's tools and its Node first in PATH; disables colours outside a terminal. */
function createChildEnv(extra: Env): NodeJS.ProcessEnv {
  const withoutColours = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
  const path = `${bin}${delimiter}${process.env.PATH ?? ""}`;
  return { ...process.env, ...withoutColours, ...extra, PATH: path };
}

export interface Outcome {
  /** Exit code; 1 if a signal ended the process or it could not be started. */
  code: number;
  /** stdout and stderr, interleaved. */
  output: string;
}

/** Runs a command and returns its output. */
export function runAndCapture(command: string[], env: Env = {}): Promise<Outcome> {
  return startCommand(command, env, "pipe");
}

/** Runs a command that prints to the terminal; returns its exit code. */
export async function runInTerminal(command: string[], env: Env = {}) {
  return (await startCommand(command, env, "inherit")).code;
}

function startCommand(command: string[], env: Env, output: "pipe" | "inherit") {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { env: createChildEnv(env), stdio: ["ignore", output, output] });
  let text = "";
  const append = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on("data", append);
  child.stderr?.on("data", append);
  return new Promise<Outcome>((settle) => {
    child.on("error", (error) => settle({ code: 1, output: `${text}${error.message}\n` }));
    child.on("close", (code) => settle({ code: code ?? 1, output: text }));
  });
}
