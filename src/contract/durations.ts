export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const QUARTER_HOUR_MS = 15 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** decided: a larger difference from the service's clock is a problem, as the service checks the time of a signature. */
export const MAX_CLOCK_DIFFERENCE_MS = 30 * SECOND_MS;
