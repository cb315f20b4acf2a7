import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { type BuyerKeys, eraseBuyer, findErasable, parseBuyerKeys } from '#gateway/inquiries/erasure.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { readDatabaseTargets } from '#server/configuration.ts';
import { isExpectedError } from './run-until-stopped.ts';

const USAGE =
  'npm run buyer:erase -- [--phone P] [--mail M] [--document D] [--yes]\n\nWithout --yes it shows what would be erased.';

class UsageError extends Error {}

const text = z.optional(z.string().check(z.trim(), z.minLength(1)));
const Arguments = z.object({ phone: text, mail: text, document: text, yes: z.optional(z.boolean()) });

function readArguments(): { keys: BuyerKeys; isConfirmed: boolean } {
  const { yes: isConfirmed = false, ...values } = parseOptions();
  const { keys, unusable } = parseBuyerKeys(values);
  if (unusable.length > 0)
    throw new UsageError(unusable.map((name) => `--${name}: too short to tell a buyer`).join('\n'));
  if (Object.keys(keys).length === 0) throw new UsageError('give at least one of them');
  return { keys, isConfirmed };
}

function parseOptions(): z.infer<typeof Arguments> {
  const string = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { phone: string, mail: string, document: string, yes: { type: 'boolean' } },
    });
    return Arguments.parse(values);
  } catch (error) {
    throw new UsageError(error instanceof z.core.$ZodError ? 'an option is empty' : String(error));
  }
}

async function main(): Promise<void> {
  const { keys, isConfirmed } = readArguments();
  const database = await openGatewayDatabase(readDatabaseTargets().gateway);
  try {
    const { db } = database;
    const inquiries = await findErasable(db, keys);
    for (const { agency_key, sid, at } of inquiries)
      console.log(`${new Date(at).toISOString()}  ${agency_key}  ${sid}`);
    if (!isConfirmed) {
      console.log(`${inquiries.length} inquiries would be erased here. Say --yes to erase them.`);
      return;
    }
    console.log(
      `${await eraseBuyer(db, keys, Date.now())} inquiries were erased here; the service has its own.`,
    );
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else if (isExpectedError(error)) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
