import type { ParseArgsConfig } from 'node:util';
import * as z from 'zod/mini';
import { BuyerRequest } from '#contract/desk/buyers.ts';
import { parseBuyerRequest } from '#gateway/erasure/buyer-request.ts';
import type { BuyerCommand } from '#gateway/erasure/commands.ts';
import { UsageError } from './run-command.ts';

const string = { type: 'string' } as const;

/** Options of the commands about a buyer. */
export const BUYER_OPTIONS = {
  phone: string,
  mail: string,
  document: string,
  reference: string,
} satisfies ParseArgsConfig['options'];

const FAULTS = new Map([
  ['_', 'give at least one of --phone, --mail and --document'],
  ['reference', '--reference: it is recorded, so it must not name the buyer'],
]);

/** @throws UsageError */
export function parseBuyerOptions({
  phone,
  mail,
  document,
  reference,
}: Partial<Record<keyof typeof BUYER_OPTIONS, string>>): BuyerCommand {
  const given = Object.entries({ phone, mail, document, reference }).filter(
    ([, value]) => value !== undefined,
  );
  const parsed = z.safeParse(BuyerRequest, Object.fromEntries(given));
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues.map(({ path }) => `--${path.join()}: it is empty or too long`).join('\n'),
    );
  const { keys, faults } = parseBuyerRequest(parsed.data);
  const sentences = Object.keys(faults).map(
    (name) => FAULTS.get(name) ?? `--${name}: too short to tell a buyer`,
  );
  if (sentences.length > 0) throw new UsageError(sentences.join('\n'));
  return { keys, ...(parsed.data.reference && { reference: parsed.data.reference }) };
}
