import type { ConcurrentIndex } from '#database/concurrent-indexes.ts';
import type { Migrations } from '#database/run-migrations.ts';
import { serviceBaseline } from './0001-baseline.ts';
import { mailFailure } from './0002-mail-failure.ts';

/** Names include the program where both would have the same one: they tell its database from the gateway's. */
export const migrations: Migrations = {
  '0001-service': serviceBaseline,
  '0002-mail-failure': mailFailure,
};

/** Indexes added to tables that may have many rows. */
export const serviceIndexes: ConcurrentIndex[] = [];
