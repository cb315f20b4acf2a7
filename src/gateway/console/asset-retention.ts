import { join } from 'node:path';
import type { Gateway } from '#gateway/gateway.ts';
import { type Work, every } from '#work/work.ts';
import { RENEWAL_MS, retainAssets } from './asset-store.ts';

type AssetGateway = Pick<Gateway, 'db' | 'config' | 'clock'>;

/** Stores this version's assets; call it before a page names them. */
export function storeAssets({ db, config, clock }: AssetGateway): Promise<void> {
  return retainAssets(db, join(config.consoleDir, 'assets'), clock.now());
}

/** Keeps this version's assets stored. They were stored at the start: the folder may be of the next version by now. */
export function createAssetRetention(gateway: AssetGateway): Work<'assets'> {
  return every(RENEWAL_MS, {
    name: 'assets',
    clock: gateway.clock,
    delayMs: RENEWAL_MS,
    run: () => storeAssets(gateway),
  });
}
