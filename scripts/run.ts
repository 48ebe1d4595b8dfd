import { spawn } from "node:child_process";
import { constants } from "node:os";
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
  /** Exit code; 128 and its number if a signal ended the process, 1 if it could not be started. */
  code: number;
  /** stdout and stderr, interleaved. */
  output: string;
}

/** Runs a command and returns its output. */
export function runAndCapture(command: string[], env: Env = {}, cwd = "."): Promise<Outcome> {
  return startCommand(command, env, "pipe", cwd);
}

/** Runs a command that prints to the terminal; returns its exit code. */
export async function runInTerminal(command: string[], env: Env = {}) {
  return (await startCommand(command, env, "inherit")).code;
}

function startCommand(command: string[], env: Env, output: "pipe" | "inherit", cwd = ".") {
  const [file = "", ...args] = command;
  const stdio = ["ignore", output, output] as const;
  const child = spawn(file, args, { cwd, env: createChildEnv(env), stdio: [...stdio] });
  let text = "";
  const append = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on("data", append);
  child.stderr?.on("data", append);
  return new Promise<Outcome>((settle) => {
    child.on("error", (error) => settle({ code: 1, output: `${text}${error.message}\n` }));
    child.on("close", (code, signal) =>
      settle({ code: code ?? 128 + (signal ? constants.signals[signal] : 0), output: text }),
    );
  });
}
