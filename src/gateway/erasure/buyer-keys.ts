import * as z from 'zod/mini';
import { fold } from '#contract/search.ts';
import { parseJsonBody } from '#gateway/forward/json-body.ts';
import { type BuyerKeys, type BuyerReason, type NamesBuyer, isBuyer } from '#gateway/inquiries/buyers.ts';
import { toBuyerColumns } from '#gateway/inquiries/entries.ts';

export type { BuyerKeys, NamesBuyer };

/** Normalizes a buyer's phone, mail and document; `unusable` names those that do not identify anyone. */
export function parseBuyerKeys({ phone, mail, document }: Partial<Record<BuyerReason, string | undefined>>): {
  keys: BuyerKeys;
  unusable: BuyerReason[];
} {
  const columns = toBuyerColumns({ phone, mail, document });
  const fields = [
    ['phone', phone, columns.phone_key],
    ['mail', mail, columns.mail_key],
    ['document', document, columns.document_key],
  ] as const;
  return {
    keys: Object.fromEntries(fields.flatMap(([name, , key]) => (key ? [[name, key]] : []))),
    unusable: fields.flatMap(([name, value, key]) => (value !== undefined && !key ? [name] : [])),
  };
}

/** Parts of a text that may be a phone number or a document. */
const NUMBERS = /\+?\d[\d\s().-]{4,}\d/g;
/** Digits of a phone number with its country; more are several numbers with only spaces between them. */
const MAX_DIGITS = 13;

/** Tells whether a text names a buyer by phone, mail or document, however it is written. */
export function createBuyerMatcher(keys: BuyerKeys): NamesBuyer {
  const isKey = (number: string) => isBuyer(keys, toBuyerColumns({ phone: number, document: number }));
  return (text) => {
    if (keys.mail !== undefined && fold(text).includes(keys.mail)) return true;
    if (keys.phone === undefined && keys.document === undefined) return false;
    return (text.match(NUMBERS) ?? []).some((number) => isKey(number) || splitNumbers(number).some(isKey));
  };
}

/** Splits digits that spaces separate into all numbers that neighbouring groups make together. */
function splitNumbers(text: string): string[] {
  const groups = text.match(/\d+/g) ?? [];
  if (groups.join('').length <= MAX_DIGITS) return [];
  return groups.flatMap((_, first) =>
    groups
      .slice(first)
      .map((_group, count) => groups.slice(first, first + count + 1).join(''))
      .filter((number) => number.length <= MAX_DIGITS),
  );
}

const PayloadSchema = z.looseObject({
  Interesado: z.looseObject({
    Telefono: z.optional(z.unknown()),
    Email: z.optional(z.unknown()),
    DocIdentidad: z.optional(z.unknown()),
  }),
});

/** Returns true if the payload of a message is an inquiry of the buyer. */
export function isOfBuyer(payload: string, keys: BuyerKeys): boolean {
  const parsed = z.safeParse(PayloadSchema, parseJsonBody(payload));
  if (!parsed.success) return false;
  const { Telefono, Email, DocIdentidad } = parsed.data.Interesado;
  return isBuyer(keys, toBuyerColumns({ phone: Telefono, mail: Email, document: DocIdentidad }));
}
