import fc from 'fast-check';

/** Half of the time that a test has in `npm run test:full`. */
const LIMIT_MS = 60_000;

// A property that takes longer on a slow machine ends with the runs that it had.
fc.installGlobalPlugin(fc.interruptAfterTimeLimit(LIMIT_MS));

/** Number of runs of a property, or of rows and turns of a simulation: `quick` in `npm test`, `full` in `npm run test:full`. */
export function propertyRuns(quick: number, full: number): number {
  return process.env.TEST_FULL ? full : quick;
}
