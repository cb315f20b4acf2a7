import { openDatabase } from '#database/database.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { World } from './gateway-world.ts';

export const MINUTE = 60_000;

export async function inDatabase<T>(
  world: World,
  work: (db: Awaited<ReturnType<typeof openDatabase<GatewayTables>>>['db']) => Promise<T>,
): Promise<T> {
  const database = await openDatabase<GatewayTables>(world.config.database);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}
