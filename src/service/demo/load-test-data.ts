import type { Kysely } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import { WINDOW_DAYS } from '#contract/window.ts';
import { EMPTY_AGENCY_DATA, createAgencyStore } from '#service/agencies/store.ts';
import type { Caller } from '#service/apps/store.ts';
import { type StoredInquiry, createInquiryStore, receiveMadeUp } from '#service/inquiries/store.ts';
import type { Tables } from '#service/tables.ts';
import { createUlid } from '#system/random.ts';
import { DEMO_AGENCIES } from './agencies.ts';
import { makeInquiry, makeStock } from './inquiry.ts';
import { seededRandom } from './random.ts';

const COLLABORATORS = 4;

/** AdminMail of the agency with this number, from 1. */
export const loadTestAgencyMail = (number: number): string => `ventas@agencia-${number}.example`;

/** The first agency that is neither of a demo nor of a load test; undefined: the database may be filled. */
export async function findRealAgency(db: Kysely<Tables>): Promise<string | undefined> {
  const demoMails = new Set(DEMO_AGENCIES.map(({ mail }) => mail));
  const agencies = await db.selectFrom('agencies').select('mail_key').execute();
  return agencies.find(
    ({ mail_key: key }) => !demoMails.has(key) && !/^ventas@agencia-\d+\.example$/.test(key),
  )?.mail_key;
}

/**
 * Creates registered agencies of the app and spreads the inquiries evenly over them and the 90-day window, for load tests
 * and benches. Existing rows are unchanged.
 */
export async function fillLoadTestData(
  db: Kysely<Tables>,
  caller: Caller,
  { agencies: count, inquiries: total, now, timeZone }: LoadTestDataOptions,
): Promise<void> {
  const agencies = createAgencyStore(db);
  const inquiries = createInquiryStore(db);
  for (let number = 1; number <= count; number++) {
    const mail = loadTestAgencyMail(number);
    const operators = [mail, ...listCollaborators(number)];
    await agencies.add(caller, [
      {
        agency: {
          ...EMPTY_AGENCY_DATA,
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
    if (!agency) continue;
    const made = makeShare(share, { mail, operators, now, timeZone });
    await inquiries.receive(
      agency,
      made.map((inquiry) => receiveMadeUp(agency, inquiry)),
      now,
    );
  }
}

export interface LoadTestDataOptions {
  agencies: number;
  inquiries: number;
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
}

function makeShare(
  share: number,
  { mail, operators, now, timeZone }: { mail: string; operators: string[]; now: number; timeZone: string },
): StoredInquiry[] {
  const random = seededRandom(mail);
  const stock = makeStock(mail, new Date(now).getUTCFullYear());
  const step = ((WINDOW_DAYS - 1) * DAY_MS) / Math.max(1, share);
  return Array.from({ length: share }, (_, at) => {
    const momento = now - Math.floor((at + random.next()) * step);
    const sid = createUlid(momento, () => random.next());
    return { sid, consulta: makeInquiry(random, { momento, timeZone, stock, operators }) };
  });
}

const listCollaborators = (number: number) =>
  Array.from({ length: COLLABORATORS }, (_, at) => `vendedor${at + 1}@agencia-${number}.example`);
