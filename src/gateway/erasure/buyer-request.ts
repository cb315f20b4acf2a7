import type { AuditChange } from '#contract/desk/audit.ts';
import { BUYER_COUNTS, type BuyerCounts, type BuyerRequest } from '#contract/desk/buyers.ts';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { type BuyerKeys, createBuyerMatcher, parseBuyerKeys } from './buyer-keys.ts';

/** Keys of the buyer that a request is about, and its faults by member; `_`: no key was given. */
export function parseBuyerRequest({ reference, ...values }: BuyerRequest): {
  keys: BuyerKeys;
  faults: Partial<Record<keyof BuyerRequest | '_', FieldErrorCode>>;
} {
  const { keys, unusable } = parseBuyerKeys(values);
  return {
    keys,
    faults: {
      ...Object.fromEntries(unusable.map((name) => [name, 'invalid'])),
      ...(Object.keys(values).length === 0 && { _: 'invalid' }),
      ...(reference !== undefined && createBuyerMatcher(keys)(reference) && { reference: 'names-buyer' }),
    },
  };
}

/** Changes that the audit records of an act: counts and the reference, nothing of the buyer. */
export function toAuditChanges(
  counts: BuyerCounts,
  { reference }: Pick<BuyerRequest, 'reference'>,
): AuditChange[] {
  return [
    ...BUYER_COUNTS.filter((field) => field === 'inquiries' || counts[field] > 0).map((field) => ({
      field,
      to: String(counts[field]),
    })),
    ...(reference === undefined ? [] : [{ field: 'reference' as const, to: reference }]),
  ];
}
