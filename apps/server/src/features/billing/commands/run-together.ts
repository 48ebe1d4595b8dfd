/** Keeps the errors of parts of a long work, so that one of them doesn't stop the rest; they are thrown at the end. */
export function collectErrors() {
  const errors: unknown[] = [];
  return {
    catch: (work: Promise<void>): Promise<void> =>
      work.catch((error: unknown) => void errors.push(error)),
    throwAll: () => {
      if (errors.length > 0) throw new AggregateError(errors, `${errors.length} parts failed`);
    },
  };
}

/** Runs `work` for each item, `limit` at once; an error of one is thrown after all have ended. */
export async function runTogether<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors = collectErrors();
  const waiting = items.values();
  const runNext = async () => {
    for (const item of waiting) await errors.catch(work(item));
  };
  await Promise.all(Array.from({ length: limit }, runNext));
  errors.throwAll();
}
