/** A fatal error at start: one sentence for the operator and the exit code. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

const folderErrors = [
  "EACCES",
  "EEXIST",
  "ENOENT",
  "ENOSPC",
  "ENOTDIR",
  "EDQUOT",
  "EPERM",
  "EROFS",
];

/** Describes errors of the operating system that an operator can mend; returns others as they are. */
export function describeStartError(error: unknown, { data_dir }: { data_dir: string }): unknown {
  if (!(error instanceof Error)) return error;
  const {
    code = "",
    syscall,
    path = "",
    port,
  } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall === "listen") {
    const reason = code === "EADDRINUSE" ? "another process uses it" : code;
    return new StartError(
      `Toibako can't listen on port ${port} (${reason}). Stop what uses it, or set PORT and HOST.`,
      7,
    );
  }
  if (folderErrors.includes(code) && (path === "" || path.startsWith(data_dir))) {
    const reason = code === "ENOSPC" || code === "EDQUOT" ? `${code}: its disk is full` : code;
    return new StartError(`Toibako can't write into the data folder ${data_dir} (${reason}).`, 8);
  }
  return error;
}
