import { fold } from '#contract/search.ts';
import type { BuyerKeys } from '#gateway/inquiries/buyers.ts';
import { toBuyerColumns } from '#gateway/inquiries/entries.ts';

/** Candidates for a phone number or document inside a text. */
const NUMBERS = /\+?\d[\d\s().-]{4,}\d/g;

/** Tells whether a text names a buyer by phone, mail or document, however it is written. */
export function createBuyerMatcher({ phone, mail, document }: BuyerKeys): (text: string) => boolean {
  return (text) => {
    if (mail !== undefined && fold(text).includes(mail)) return true;
    if (phone === undefined && document === undefined) return false;
    return (text.match(NUMBERS) ?? []).some((number) => {
      const columns = toBuyerColumns({ phone: number, document: number });
      return (
        (phone !== undefined && columns.phone_key === phone) ||
        (document !== undefined && columns.document_key === document)
      );
    });
  };
}
