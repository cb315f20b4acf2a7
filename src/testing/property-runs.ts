/** How often a property is tried: `quick` in `npm test`, `full` in `npm run test:full`. */
export function propertyRuns(quick: number, full: number): number {
  return process.env.TEST_FULL ? full : quick;
}
