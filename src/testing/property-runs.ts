/** Number of runs of a property, or of rows and turns of a simulation: `quick` in `npm test`, `full` in `npm run test:full`. */
export function propertyRuns(quick: number, full: number): number {
  return process.env.TEST_FULL ? full : quick;
}
