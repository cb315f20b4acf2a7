import { join } from 'node:path';
import type { Gateway } from '#gateway/gateway.ts';
import { type Work, every } from '#work/work.ts';
import { RENEWAL_MS, retainAssets } from './asset-store.ts';

type Dependencies = Pick<Gateway, 'db' | 'config' | 'clock'>;

/** Stores this version's assets; call it before a page names them. */
export function storeAssets({ db, config, clock }: Dependencies): Promise<void> {
  return retainAssets(db, join(config.consoleDir, 'assets'), clock.now());
}

/** Keeps this version's assets stored. */
export function createAssetRetention(gateway: Dependencies): Work<'assets'> {
  return every(RENEWAL_MS, {
    name: 'assets',
    clock: gateway.clock,
    async run() {
      await storeAssets(gateway);
      return undefined;
    },
  });
}
