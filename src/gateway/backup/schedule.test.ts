import { describe, expect, it } from 'vitest';
import type { RunBackup } from '#backup/scheduled-backup.ts';
import { onEachEngine } from '#testing/engines.ts';
import { openGatewayStore } from '#testing/gateway-store.ts';
import { createManualClock } from '#testing/manual-clock.ts';
import { Worker } from '#work/worker.ts';
import { createBackups } from './schedule.ts';
import { fetchBackupState } from './store.ts';

const HOUR = 3_600_000;
const EVERY = 24 * HOUR;
const BACKUP = { file: '/backups/a.tar', bytes: 10, tookMs: 20, proofMs: 30 };

onEachEngine((engine) => {
  describe('scheduled backups', () => {
    async function open(runBackup: RunBackup) {
      const store = await openGatewayStore(engine);
      const clock = createManualClock();
      const log = { info: () => {}, error: () => {} };
      const options = { database: store.database, everyMs: EVERY, runBackup, log };
      const worker = new Worker({ clock, log });
      worker.add(createBackups({ db: store.db, clock }, options));
      return { ...store, clock, worker };
    }

    it('are made at the start and once an interval, and the newest is stored', async () => {
      let made = 0;
      await using world = await open(async () => {
        made++;
        return BACKUP;
      });
      const startedAt = world.clock.now();
      await world.worker.drain();
      await world.worker.drain();
      expect(made).toBe(1);
      expect(await fetchBackupState(world.db)).toEqual({
        at: startedAt,
        bytes: 10,
        proof_ms: 30,
        failed_at: null,
        failure: null,
      });
      await world.clock.advance(EVERY - 1);
      await world.worker.drain();
      expect(made).toBe(1);
      await world.clock.advance(1);
      await world.worker.drain();
      expect(made).toBe(2);
    });

    it('that fail say why, keep what is known of the newest, and are repeated after an hour', async () => {
      let failure: string | undefined;
      await using world = await open(async () => {
        if (failure !== undefined) throw new Error(failure);
        return BACKUP;
      });
      const startedAt = world.clock.now();
      await world.worker.drain();
      failure = 'no space left';
      await world.clock.advance(EVERY);
      await world.worker.drain();
      const failed = { failed_at: startedAt + EVERY, failure: 'no space left' };
      expect(await fetchBackupState(world.db)).toEqual({ at: startedAt, bytes: 10, proof_ms: 30, ...failed });
      failure = undefined;
      await world.clock.advance(HOUR);
      await world.worker.drain();
      expect(await fetchBackupState(world.db)).toMatchObject({ at: startedAt + EVERY + HOUR, failure: null });
    });
  });
});
