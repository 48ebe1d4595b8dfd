/**
 * How many rows one statement of a clean-up changes, so that it ends well before its timeout and holds its locks
 * for a short time, however many rows have expired.
 */
const batchSize = 500;

/** The tables of all clean-ups. */
export const cleanedTables = new Set<string>();

/**
 * Builds a condition that only one batch of the rows meets that meet `condition` and that no other transaction has
 * locked. `key` is a column that is unique and has an index.
 */
export function isInBatchSql(table: string, key: string, condition: string): string {
  cleanedTables.add(table);
  return `${key} = any(array(
    select ${key} from ${table} where ${condition} limit ${batchSize} for update of ${table} skip locked
  )) and ${condition}`;
}

/** Builds a statement that deletes one batch of the rows that meet a condition, see `isInBatchSql`. */
export function deleteBatchSql(
  table: string,
  key: string,
  condition: string,
  returning = 'true as "is_deleted!"',
): string {
  return `delete from ${table} where ${isInBatchSql(table, key, condition)} returning ${returning}`;
}

/** Repeats a statement that changes one batch and returns its rows, until there is no full batch left. */
export async function repeatBatches(changeBatch: () => Promise<unknown[]>): Promise<void> {
  let changed = await changeBatch();
  while (changed.length >= batchSize) changed = await changeBatch();
}

/** Runs clean-ups one after another. One that fails doesn't stop the others; its error is thrown at the end. */
export async function runEach(cleanUps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const cleanUp of cleanUps) {
    try {
      await cleanUp();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} clean-ups failed`);
}
