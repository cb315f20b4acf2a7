import type { Text } from '#contract/desk/doctor.ts';

const GIB = 1024 ** 3;
/** decided: less does not last until somebody looks. */
const MIN_DISK_BYTES = GIB;

export const formatGibibytes = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

/** Says that the disk of a folder is almost full. */
export function findLowDisk(folder: string, freeBytes: number): Text[] {
  if (freeBytes >= MIN_DISK_BYTES) return [];
  const left = formatGibibytes(freeBytes);
  return [{ es: `En el disco de ${folder} quedan ${left}.`, en: `The disk of ${folder} has ${left} left.` }];
}
