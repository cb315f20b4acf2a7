import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';

export interface AssetTables {
  console_asset: {
    /** File name with a hash of the content. */
    name: string;
    encoding: 'br' | null;
    body: Uint8Array;
    used_at: number;
  };
}

export type Asset = Pick<AssetTables['console_asset'], 'encoding' | 'body'>;

/** The pages of a version go on working for this time after its last gateway. */
export const ASSET_DAYS = 14;
/** A gateway calls `retainAssets` at this interval. */
export const RENEWAL_MS = DAY_MS / 2;

/**
 * Stores the hashed assets of a built console, or renews them, so that gateways of other versions can serve them.
 */
export async function retainAssets(db: Kysely<AssetTables>, folder: string, now: number): Promise<void> {
  const files = new Set(await readdir(folder));
  const names = [...files].filter((name) => !/\.(?:br|gz)$/.test(name));
  await db.updateTable('console_asset').set({ used_at: now }).where('name', 'in', names).execute();
  const stored = await db.selectFrom('console_asset').select('name').where('name', 'in', names).execute();
  const storedNames = new Set(stored.map(({ name }) => name));
  const missing = names.filter((name) => !storedNames.has(name));
  const assets = await Promise.all(
    missing.map(async (name) => {
      const encoding = files.has(`${name}.br`) ? ('br' as const) : null;
      return {
        name,
        encoding,
        body: await readFile(join(folder, encoding ? `${name}.br` : name)),
        used_at: now,
      };
    }),
  );
  if (assets.length > 0)
    await db
      .insertInto('console_asset')
      .values(assets)
      // Another gateway of this version may start at the same time.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export function fetchAsset(db: Kysely<AssetTables>, name: string): Promise<Asset | undefined> {
  return db
    .selectFrom('console_asset')
    .select(['encoding', 'body'])
    .where('name', '=', name)
    .executeTakeFirst();
}
