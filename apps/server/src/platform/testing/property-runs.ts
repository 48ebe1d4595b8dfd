/**
 * How many random sequences a slow property test tries: `usual`, or as many as the variable PROPERTY_RUNS
 * says, for a longer search than a test run has time for.
 */
export function countPropertyRuns(usual: number): number {
  return Number(process.env.PROPERTY_RUNS ?? usual);
}
