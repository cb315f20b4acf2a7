import type { Kysely } from 'kysely';
import { ulid } from 'ulid';
import { WINDOW_DAYS } from '#contract/window.ts';
import { NO_DATA, createAgencyStore } from '#service/agencies/store.ts';
import type { Caller } from '#service/apps/store.ts';
import { type StoredInquiry, createInquiryStore } from '#service/inquiries/store.ts';
import type { Tables } from '#service/tables.ts';
import { makeInquiry, makeStock } from './inquiry.ts';
import { seededRandom } from './random.ts';

const DAY_MS = 86_400_000;
const COLLABORATORS = 4;

/** Mail of the administrator of the agency with this number, from 1. */
export const manyAgencyMail = (number: number): string => `ventas@agencia-${number}.example`;

/**
 * Registers agencies of the app and gives each its share of the inquiries, evenly over the window up to now: data for
 * measuring. What is there already stays.
 */
export async function fillMany(
  db: Kysely<Tables>,
  caller: Caller,
  { agencies: count, inquiries: total, now, timeZone }: Many,
): Promise<void> {
  const agencies = createAgencyStore(db);
  const inquiries = createInquiryStore(db);
  for (let number = 1; number <= count; number++) {
    const mail = manyAgencyMail(number);
    const operators = [mail, ...collaborators(number)];
    await agencies.add(caller, [
      {
        agency: {
          ...NO_DATA,
          mail,
          name: `Agencia ${number}`,
          invited_at: now - 2 * WINDOW_DAYS * DAY_MS,
          registered_at: now - WINDOW_DAYS * DAY_MS,
        },
        operators: operators.map((operator) => ({ mail: operator, first_name: null, last_name: null })),
      },
    ]);
    const agency = await agencies.find(caller, mail);
    const share = Math.floor(total / count) + (number <= total % count ? 1 : 0);
    if (agency) await inquiries.receive(agency, made(share, { mail, operators, now, timeZone }));
  }
}

export interface Many {
  agencies: number;
  inquiries: number;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}

function made(
  share: number,
  { mail, operators, now, timeZone }: { mail: string; operators: string[]; now: number; timeZone: string },
): StoredInquiry[] {
  const random = seededRandom(mail);
  const stock = makeStock(mail, new Date(now).getUTCFullYear());
  const step = ((WINDOW_DAYS - 1) * DAY_MS) / Math.max(1, share);
  return Array.from({ length: share }, (_, at) => {
    const momento = now - Math.floor((at + random.next()) * step);
    const sid = ulid(momento, () => random.next());
    return { sid, consulta: makeInquiry(random, { momento, timeZone, stock, operators }) };
  });
}

const collaborators = (number: number) =>
  Array.from({ length: COLLABORATORS }, (_, at) => `vendedor${at + 1}@agencia-${number}.example`);
