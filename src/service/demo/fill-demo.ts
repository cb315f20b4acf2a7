import type { Kysely } from 'kysely';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { WINDOW_DAYS, addDays, dayAt, listDays, startOfDay } from '#contract/window.ts';
import { EMPTY_AGENCY_DATA, type Package, createAgencyStore } from '#service/agencies/store.ts';
import type { Caller } from '#service/apps/store.ts';
import { type StoredInquiry, createInquiryStore, receiveMadeUp } from '#service/inquiries/store.ts';
import type { AgencyRow, Tables } from '#service/tables.ts';
import { createUlid } from '#system/random.ts';
import {
  type DemoAgency,
  AGENCY_WITHOUT_INQUIRIES,
  AGENCY_WITH_SPENT_PACKAGE,
  DEMO_AGENCIES,
  SMALL_AGENCY,
  SMALL_AGENCY_INQUIRIES,
} from './agencies.ts';
import { type Stock, makeInquiry, makeStock } from './inquiry.ts';
import { type DemoRandom, seededRandom } from './random.ts';

const REGISTERED_AGO_MS = 400 * DAY_MS;
const INVITED_AGO_MS = 10 * DAY_MS;

interface DemoTime {
  now: number;
  timeZone: string;
}

/**
 * Creates the demo agencies of the app and their inquiries up to now. Inquiries are derived from agency and day, and
 * `demo_marks` stores how far each agency is filled: a later start only adds newer ones.
 */
export async function fillDemo(db: Kysely<Tables>, caller: Caller, clock: DemoTime): Promise<void> {
  const agencies = createAgencyStore(db);
  const inquiries = createInquiryStore(db);
  await agencies.add(
    caller,
    DEMO_AGENCIES.map((demo) => createAgencyData(demo, clock.now)),
  );
  const marks = new Map(
    (await db.selectFrom('demo_marks').selectAll().execute()).map((mark) => [
      mark.agency_key,
      mark.filled_until,
    ]),
  );
  for (const demo of DEMO_AGENCIES) {
    const agency = await agencies.find(caller, demo.mail);
    if (!agency || demo.isInvited) continue;
    const agencyPackage = makePackage(demo, agency.registered_at ?? clock.now, clock.timeZone);
    if (agencyPackage) await agencies.addPackage(agency, agencyPackage);
    const since = marks.get(agency.mail_key);
    // The first start is known by the registration.
    const firstStart = (agency.registered_at ?? clock.now - REGISTERED_AGO_MS) + REGISTERED_AGO_MS;
    const silentFrom = demo.silentDays === undefined ? Infinity : firstStart - demo.silentDays * DAY_MS;
    // The small agency gets a fixed number before the first start, and none later.
    const newInquiries =
      demo.mail === SMALL_AGENCY
        ? since === undefined && makeFixedInquiries(demo, firstStart, clock.timeZone)
        : makeInquiries(demo, since, clock).filter(({ momento }) => momento <= silentFrom);
    if (newInquiries)
      await inquiries.receive(
        agency,
        newInquiries.map((inquiry) => receiveMadeUp(agency, inquiry)),
        clock.now,
      );
    await saveMark(db, agency, clock.now);
  }
}

/** Inquiries of the agency after `since` (undefined: from the start of the 90-day window) up to now. */
export function makeInquiries(
  demo: DemoAgency,
  since: number | undefined,
  { now, timeZone }: DemoTime,
): (StoredInquiry & { momento: number })[] {
  const today = dayAt(now, timeZone);
  const from = since ?? startOfDay(addDays(today, -WINDOW_DAYS), timeZone) - 1;
  return listDays(dayAt(from, timeZone), dayAt(now, timeZone)).flatMap((day) => {
    const random = seededRandom(`${demo.mail} ${day}`);
    const stock = makeStock(demo.mail, Number(day.slice(0, 4)));
    // Always generate the whole day, then filter: the result does not depend on when it runs.
    return makeArrivalTimes(day, timeZone, demo.perDay, random)
      .map((momento) => makeInquiryAt(momento, { demo, stock, timeZone, random }))
      .filter(({ momento }) => momento > from && momento <= now);
  });
}

/** A fixed number of inquiries, spread over the window before the first start. */
function makeFixedInquiries(demo: DemoAgency, until: number, timeZone: string): StoredInquiry[] {
  const random = seededRandom(demo.mail);
  const stock = makeStock(demo.mail, Number(dayAt(until, timeZone).slice(0, 4)));
  return Array.from({ length: SMALL_AGENCY_INQUIRIES }, (_, at) =>
    makeInquiryAt(until - Math.floor((at + random.next()) * 3 * DAY_MS), { demo, stock, timeZone, random }),
  );
}

interface MakeOptions {
  demo: DemoAgency;
  stock: Stock;
  timeZone: string;
  random: DemoRandom;
}

function makeInquiryAt(momento: number, { demo, stock, timeZone, random }: MakeOptions) {
  const operators = [demo.mail, ...(demo.collaborators ?? []).map(([, , mail]) => mail)];
  const sid = createUlid(momento, () => random.next());
  return { sid, momento, consulta: makeInquiry(random, { momento, timeZone, stock, operators }) };
}

function createAgencyData(
  { administrator, collaborators = [], isInvited, perDay: _perDay, silentDays: _days, ...data }: DemoAgency,
  now: number,
) {
  const registeredAt = isInvited ? null : now - REGISTERED_AGO_MS;
  return {
    agency: {
      ...EMPTY_AGENCY_DATA,
      ...data,
      invited_at: registeredAt === null ? now - INVITED_AGO_MS : registeredAt - 3 * DAY_MS,
      registered_at: registeredAt,
    },
    operators: [[...administrator, data.mail] as const, ...collaborators].map(
      ([first_name, last_name, mail]) => ({ mail, first_name, last_name }),
    ),
  };
}

async function saveMark(db: Kysely<Tables>, agency: AgencyRow, filledUntil: number): Promise<void> {
  await db
    .insertInto('demo_marks')
    .values({ agency_key: agency.mail_key, filled_until: filledUntil })
    .onConflict((conflict) => conflict.column('agency_key').doUpdateSet({ filled_until: filledUntil }))
    .execute();
}

/** Factor of the daily mean by weekday, Sunday first; the sum is 7. */
const WEEKDAY_WEIGHTS = [0.55, 1.2, 1.15, 1.1, 1.1, 1.1, 0.8] as const;

/** Weight of each hour of the day. */
const HOUR_WEIGHTS = [
  0.6, 0.3, 0.2, 0.1, 0.1, 0.2, 0.5, 1, 2.5, 5, 7, 7.5, 6.5, 5, 4.5, 5, 6.5, 7.5, 7.5, 6.5, 5, 4.5, 3, 1.5,
].map((weight, hour) => [hour, weight] as const);

/** Random arrival times of inquiries on a day of a time zone, unordered, ms since 1970; `perDay` is the daily mean. */
export function makeArrivalTimes(
  day: string,
  timeZone: string,
  perDay: number,
  random: DemoRandom,
): number[] {
  const start = startOfDay(day, timeZone);
  const end = startOfDay(addDays(day, 1), timeZone);
  const weekday = WEEKDAY_WEIGHTS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1;
  const randomMoment = () => start + random.weighted(HOUR_WEIGHTS) * HOUR_MS + random.int(0, HOUR_MS - 1);
  const moments = Array.from({ length: random.count(perDay * weekday) }, randomMoment);
  // Some days have a burst of half an hour.
  if (random.chance(0.05)) {
    const burst = randomMoment();
    for (let remaining = random.count(Math.min(perDay * 0.5, 12)); remaining > 0; remaining -= 1)
      moments.push(burst + random.int(0, HOUR_MS / 2));
  }
  // A day with a DST change may be shorter than 24 h.
  return moments.filter((at) => at < end);
}

/** Package of a demo agency, for two years from its registration; undefined for the agency without inquiries. */
export function makePackage(demo: DemoAgency, registeredAt: number, timeZone: string): Package | undefined {
  if (demo.mail === AGENCY_WITHOUT_INQUIRIES) return undefined;
  const random = seededRandom(`package ${demo.mail}`);
  // Two publications of it are left.
  const left = demo.mail === AGENCY_WITH_SPENT_PACKAGE ? [0, 1, 1] : undefined;
  const name = demo.perDay > 15 ? 'Premium' : demo.perDay > 5 ? 'Profesional' : 'Inicial';
  const since = dayAt(registeredAt, timeZone);
  const products = (['Alta', 'Media', 'Baja'] as const).map((Exposicion, at) => {
    const Contratadas = Math.max(2, Math.round(demo.perDay)) * (at + 1);
    const Utilizadas = left ? Contratadas - (left[at] ?? 0) : random.int(0, Contratadas);
    return { Exposicion, Contratadas, Utilizadas };
  });
  return { name, since, until: addDays(since, 730), products };
}
