import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Gateway } from '#gateway/gateway.ts';
import { createLoop } from '#outbox/loop.ts';
import type { Part } from '#outbox/part.ts';
import { RENEWAL_MS, retainAssets } from './asset-store.ts';

/** Stores this version's assets, and keeps them stored. Its start waits for the first attempt: before a page names them. */
export function createAssetRetention({
  db,
  config,
  now,
  log,
}: Pick<Gateway, 'db' | 'config' | 'now'> & { log: FastifyBaseLogger }): Part {
  const folder = join(config.consoleDir, 'assets');
  const firstAttempt = Promise.withResolvers<undefined>();
  const step = () => retainAssets(db, folder, now()).finally(() => firstAttempt.resolve(undefined));
  const loop = createLoop(step, {
    now,
    maxWaitMs: RENEWAL_MS,
    onError: (error) => log.error({ err: error }, 'the assets of this version could not be stored'),
  });
  return {
    async start() {
      loop.start();
      await firstAttempt.promise;
    },
    stop: () => loop.stop(),
  };
}
