// The question that was answered last on this page; a reload forgets it.
let latest: string | undefined;

/** Remembers that a question was just answered. */
export function rememberAnswered(uuid_hash: string): void {
  latest = uuid_hash;
}

/** Whether the question was just answered; true only once. */
export function takeAnswered(uuid_hash: string): boolean {
  const isLatest = latest === uuid_hash;
  if (isLatest) latest = undefined;
  return isLatest;
}
