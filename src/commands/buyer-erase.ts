import * as z from 'zod/mini';
import {
  type BuyerKeys,
  countUnreachableNotes,
  eraseBuyerData,
  findErasable,
  parseBuyerKeys,
} from '#gateway/erasure/erase-buyer.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { UsageError, readOptions, runCommand } from './run-command.ts';

const USAGE =
  'npm run buyer:erase -- [--phone P] [--mail M] [--document D] [--yes]\n\nWithout --yes it shows what would be erased.';

const optionText = z.optional(z.string().check(z.trim(), z.minLength(1)));
const BuyerEraseArguments = z.object({
  phone: optionText,
  mail: optionText,
  document: optionText,
  yes: z.optional(z.boolean()),
});

function readBuyerEraseOptions(): { keys: BuyerKeys; isConfirmed: boolean } {
  const string = { type: 'string' } as const;
  const parsed = BuyerEraseArguments.safeParse(
    readOptions({ phone: string, mail: string, document: string, yes: { type: 'boolean' } }),
  );
  if (!parsed.success) throw new UsageError('an option is empty');
  const { yes: isConfirmed = false, ...values } = parsed.data;
  const { keys, unusable } = parseBuyerKeys(values);
  if (unusable.length > 0)
    throw new UsageError(unusable.map((name) => `--${name}: too short to tell a buyer`).join('\n'));
  if (Object.keys(keys).length === 0) throw new UsageError('give at least one of them');
  return { keys, isConfirmed };
}

async function main(): Promise<void> {
  const { keys, isConfirmed } = readBuyerEraseOptions();
  await using database = await openGatewayDatabase(readDatabaseTargets().gateway);
  const { db } = database;
  const inquiries = await findErasable(db, keys);
  for (const { agency_key, sid, at } of inquiries)
    console.log(
      `${at === null ? 'not in the index      ' : new Date(at).toISOString()}  ${agency_key}  ${sid}`,
    );
  if (!isConfirmed) {
    console.log(`${inquiries.length} inquiries would be erased here. Say --yes to erase them.`);
    return;
  }
  const erasure = await eraseBuyerData(db, keys, Date.now());
  console.log(
    `${erasure.inquiries} inquiries were erased here, and ${erasure.departed} that are not in the index: ${erasure.notes} notes, ${erasure.payloads} payloads of webhooks, ${erasure.jobRows} rows and texts of jobs, ${erasure.texts} saved searches and texts; files of exports were deleted.`,
  );
  console.log(
    'Marks hold what was written until now: it is erased again when it comes back. Out of reach: the service, backups, what is downloaded or was sent, and what names the buyer in a note about somebody else.',
  );
  const unreachable = await countUnreachableNotes(db);
  if (unreachable > 0)
    console.log(
      `${unreachable} inquiries with notes left the index before keyed hashes of their buyers were kept; if one is this buyer's, its notes are erased when it comes back.`,
    );
}

await runCommand(main, USAGE);
