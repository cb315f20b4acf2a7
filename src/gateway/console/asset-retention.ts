import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Gateway } from '#gateway/gateway.ts';
import { type Loop, startLoop } from '#outbox/loop.ts';
import { RENEWAL_MS, retainAssets } from './asset-store.ts';

/** Stores this version's assets, and keeps them stored. Resolves after the first attempt: before a page names them. */
export async function startAssetRetention({
  db,
  config,
  now,
  log,
}: Pick<Gateway, 'db' | 'config' | 'now'> & { log: FastifyBaseLogger }): Promise<Loop> {
  const folder = join(config.consoleDir, 'assets');
  const firstAttempt = Promise.withResolvers<undefined>();
  const step = () => retainAssets(db, folder, now()).finally(() => firstAttempt.resolve(undefined));
  const loop = startLoop(step, {
    now,
    maxWaitMs: RENEWAL_MS,
    onError: (error) => log.error({ err: error }, 'the assets of this version could not be stored'),
  });
  await firstAttempt.promise;
  return loop;
}
