// Which answer this page gave last, until the place that shows it asks: a reload forgets it.
let latest: string | undefined;

/** Remembers that a question was answered here and now. */
export function rememberAnswered(uuid_hash: string): void {
  latest = uuid_hash;
}

/** Whether the question was answered here and now; true once. */
export function takeAnswered(uuid_hash: string): boolean {
  const is_it = latest === uuid_hash;
  if (is_it) latest = undefined;
  return is_it;
}
