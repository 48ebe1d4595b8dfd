let handleCount = 0;

const maxHandleLength = 20;

/** Creates a handle that isn't in use: the name, the worker's process id, the time and a number. */
export function createHandle(name: string): string {
  handleCount += 1;
  const time = Date.now().toString(36).slice(-5);
  const handle = `${name}_${process.pid.toString(36)}${time}${handleCount}`;
  return handle.slice(0, maxHandleLength);
}

export const password = "a long enough password";
