/** A running job, as one look at the queue shows it. `heartbeat` changes with each sign of life of its worker. */
export interface RunningJob {
  id: string;
  name: string;
  retryCount: number;
  heartbeat: string;
}

/** Seconds between two looks at the running jobs. Workers give a sign of life as often. */
export const lookSeconds = 10;
/** A job is lost if this many looks after the first one show the same heartbeat. */
const looksUntilLost = 3;

/**
 * Finds jobs whose worker has died. It compares what successive looks show instead of times, since the queue's
 * table contains none (see `hide-times.ts`). While the database is unavailable nobody looks, so that an outage
 * loses no job.
 */
export function createLostJobFinder() {
  let seen = new Map<string, { heartbeat: string; looks: number }>();
  return (running: readonly RunningJob[]): RunningJob[] => {
    const former = seen;
    seen = new Map();
    return running.filter(({ id, retryCount, heartbeat }) => {
      const attempt = `${id} ${retryCount}`;
      const earlier = former.get(attempt);
      const looks = earlier?.heartbeat === heartbeat ? earlier.looks + 1 : 0;
      seen.set(attempt, { heartbeat, looks });
      return looks >= looksUntilLost;
    });
  };
}
