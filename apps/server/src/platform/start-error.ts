/** A reason not to start: one sentence for the operator and the exit code of the process. */
export class StartError extends Error {
  readonly exit_code: number;

  constructor(message: string, exit_code: number) {
    super(message);
    this.exit_code = exit_code;
  }
}
