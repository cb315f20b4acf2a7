import type { Formats } from './formats.ts';

export function formatSize(bytes: number, format: Formats): string {
  return bytes < 1000 ? `${format.number(bytes)} B` : `${format.number(Math.round(bytes / 100) / 10)} kB`;
}
