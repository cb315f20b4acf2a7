import type { Kysely } from 'kysely';
import type { BuyerCounts, BuyerRequest } from '#contract/desk/buyers.ts';
import { auditCommand } from '#gateway/audit/command-entries.ts';
import type { GatewayTables } from '#gateway/store.ts';
import type { Stamp } from '#system/random.ts';
import { buildBuyerFile } from './buyer-file.ts';
import type { BuyerKeys } from './buyer-keys.ts';
import { toAuditChanges } from './buyer-request.ts';
import { eraseBuyerData } from './erase-buyer.ts';
import { type HeldData, countHeldData, findHeldData } from './held-data.ts';

// Acts on a buyer's data by whoever has access to the database. The audit names no person for them.

/** The keys of a request, which have no faults, and its reference. */
export interface BuyerCommand extends Pick<BuyerRequest, 'reference'> {
  keys: BuyerKeys;
}

type Tables = GatewayTables;

export function findBuyerByCommand(
  db: Kysely<Tables>,
  { keys, ...request }: BuyerCommand,
  stamp: Stamp,
): Promise<HeldData> {
  return auditCommand(db, { action: 'findBuyerData' }, stamp, async () => {
    const held = await findHeldData(db, keys);
    return { result: held, changes: toAuditChanges(countHeldData(held), request) };
  });
}

/** `save` writes the file, whose text is JSON. */
export function exportBuyerByCommand(
  db: Kysely<Tables>,
  { keys, ...request }: BuyerCommand,
  stamp: Stamp,
  save: (text: string) => Promise<void>,
): Promise<BuyerCounts> {
  return auditCommand(db, { action: 'exportBuyerData' }, stamp, async () => {
    const held = await findHeldData(db, keys);
    const counts = countHeldData(held);
    await save(JSON.stringify(await buildBuyerFile(db, keys, held, stamp.now), null, 2));
    return { result: counts, changes: toAuditChanges(counts, request) };
  });
}

export function eraseBuyerByCommand(
  db: Kysely<Tables>,
  { keys, ...request }: BuyerCommand,
  stamp: Stamp,
): Promise<BuyerCounts> {
  return auditCommand(db, { action: 'eraseBuyerData' }, stamp, async () => {
    const counts = await eraseBuyerData(db, keys, stamp.now);
    return { result: counts, changes: toAuditChanges(counts, request) };
  });
}
