/** Runs `work` for each item, `limit` at once; an error of one is thrown after all have ended. */
export async function runTogether<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  const waiting = items.values();
  const runNext = async () => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, runNext));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders failed`);
}
