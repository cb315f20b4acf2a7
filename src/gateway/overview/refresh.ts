import { SILENCE } from '#contract/overview.ts';
import { addDays, dayAt } from '#contract/window.ts';
import { ignoreDiskFull } from '#database/disk-full-error.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Scope } from '#gateway/inquiries/scope.ts';
import { type RollUpRange, refreshRollUps } from './roll-ups.ts';

/** decided: after that a reply has what is there, and says that it is not complete. */
const MAX_REFRESH_MS = 2000;

/** Brings the figures of agencies up to date. @returns whether they are */
export async function refreshFigures(
  { db, clock, config }: Pick<Gateway, 'db' | 'clock' | 'config'>,
  range: RollUpRange,
): Promise<boolean> {
  const refreshed = refreshRollUps(db, config.timeZone, { ...range, signal: clock.timeout(MAX_REFRESH_MS) });
  return (await ignoreDiskFull(refreshed)) ?? false;
}

/** Brings the figures up to date by which silence is known. */
export async function refreshArrivals(
  gateway: Pick<Gateway, 'db' | 'clock' | 'config' | 'now'>,
  { agencies }: Pick<Scope, 'agencies'>,
): Promise<void> {
  const today = dayAt(gateway.now(), gateway.config.timeZone);
  await refreshFigures(gateway, { agencies, desde: addDays(today, -SILENCE.weeks * 7), hasta: today });
}
