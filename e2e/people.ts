let handleCount = 0;

/** Creates a handle that isn't in use. */
export function createHandle(name: string): string {
  handleCount += 1;
  return `${name}_${process.pid.toString(36)}${Date.now().toString(36).slice(-5)}${handleCount}`.slice(
    0,
    20,
  );
}

export const password = "a long enough password";
