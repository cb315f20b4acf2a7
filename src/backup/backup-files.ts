/** Name of a backup that begins now; names sort by time. */
export const formatBackupName = (now: number): string => `vitrina-${formatMoment(now)}.tar`;

/** A moment for the name of a file or schema, in UTC: `20261127T164005Z`. */
export const formatMoment = (now: number): string =>
  new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
