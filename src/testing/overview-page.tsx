import type { ReactNode } from 'react';
import { desk } from '#contract/desk/desk.ts';
import type { OverviewNow, OverviewPeriod } from '#contract/desk/overview.ts';
import { v3 } from '#contract/v3.ts';
import { PeriodContext } from '#console/overview/period-context.ts';
import { FakeGateway } from './fake-gateway.ts';
import { renderPart } from './render-console.tsx';

export const AGENCY = 'ventas@ruta9.example';
export const OTHER = 'ventas@norte.example';
export const READ = { readAt: 0, asOf: 0, complete: true, failure: null } as const;

/** Figures of the present that every task of the overview is made of. */
export const overviewNow: OverviewNow = {
  waiting: 12,
  overdue: 3,
  dueSoon: 2,
  unread: 5,
  snoozed: 3,
  returned: 1,
  silent: [{ adminMail: OTHER, name: 'Norte', lastAt: Date.parse('2026-03-01T15:00:00Z'), expected: 4.2 }],
  lateToday: 3,
  lateThisWeek: 0,
  lateOld: 4,
  today: {
    worstDueAt: Date.now() - 25 * 60_000,
    agencies: [
      { adminMail: OTHER, name: 'Norte', count: 2 },
      { adminMail: AGENCY, name: null, count: 1 },
    ],
  },
  agencies: [
    { adminMail: OTHER, name: 'Norte', arrivedToday: 3, waiting: 8, overdue: 2, snoozed: 0 },
    { adminMail: AGENCY, name: null, arrivedToday: 0, waiting: 4, overdue: 1, snoozed: 3 },
  ],
  incidents: [{ topic: 'consulta-recibida', reason: 'signature', count: 7, state: 'quiet', lastAt: 0 }],
  failingTopics: [],
  service: null,
  strayTopics: 0,
  refusedMails: 0,
  failedChecks: 0,
  balance: {
    made: 1204,
    inbox: 1203,
    arriving: 0,
    missing: 0,
    erased: 1,
    absent: 0,
    surplus: 0,
    compared: 2,
    uncompared: 0,
    differing: 0,
    readAt: 0,
  },
  spentPackages: [],
  stoppedTopics: 0,
  unansweredInvitations: 4,
  oldestInvitationAt: Date.now() - 10 * 24 * 60 * 60_000,
  answeredToday: 9,
  ...READ,
};

const noSteps = { contacted: 0, appointment: 0, won: 0, lost: 0 };

const answers = { inquiries: 20, answered: 10, inTime: 8, medianMinutes: 30, p90Minutes: 95 };

const totals: OverviewPeriod['totals'] = {
  ...answers,
  channels: { call: 4, mail: 1, whatsapp: 5, other: 0, contact: 0 },
  tradeIn: 5,
  finance: 4,
  insurance: 0,
  funnel: { contacted: 6, appointment: 3, won: 1, lost: 2 },
  bands: { 'half-hour': 10, 'two-hours': 9, day: 0, later: 0, none: 1 },
  delays: {
    'half-hour': { contacted: 5, appointment: 3, won: 1, lost: 1 },
    'two-hours': { contacted: 1, appointment: 0, won: 0, lost: 1 },
    day: noSteps,
    later: noSteps,
    none: noSteps,
  },
  lostReasons: {
    'no-answer': 0,
    price: 2,
    'bought-elsewhere': 0,
    'not-available': 0,
    finance: 0,
    other: 0,
  },
};

const week = () => Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));

const [all, closed, answered] = [week(), week(), week()];
const medians: (number | null)[][] = week().map((day) => day.map(() => null));
all[0]?.splice(9, 1, 15);
all[6]?.splice(23, 1, 5);
closed[6]?.splice(23, 1, 5);
answered[0]?.splice(10, 1, 10);
medians[0]?.splice(9, 1, 0);
medians[6]?.splice(23, 1, 95);

/** Figures of two days of two agencies. */
export const overviewPeriod: OverviewPeriod = {
  desde: '2026-03-01',
  hasta: '2026-03-02',
  implausibleDates: 0,
  wholeSince: '2026-01-01',
  before: {
    desde: '2026-02-27',
    hasta: '2026-02-28',
    totals: { ...totals, inquiries: 16, medianMinutes: 45 },
  },
  totals,
  days: [
    { day: '2026-03-01', ...answers, inquiries: 12, origins: { Formulario: 8, WhatsApp: 4 } },
    {
      day: '2026-03-02',
      ...answers,
      inquiries: 8,
      answered: 0,
      inTime: 0,
      medianMinutes: null,
      p90Minutes: null,
      origins: { '': 8 },
    },
  ],
  agencies: [
    { adminMail: AGENCY, name: 'Ruta 9', before: 16, days: [10, 5], ...answers, inquiries: 15 },
    { adminMail: OTHER, name: 'Norte', before: 5, days: [2, 3], ...answers, inquiries: 5 },
  ],
  people: [
    { id: '2', name: 'Ana Paz', ...answers, answered: 4 },
    { id: '1', name: 'Valeria Sosa', ...answers, answered: 6 },
  ],
  ranksPeople: false,
  arrivals: { all, closed },
  answersByHour: answered,
  mediansByHour: medians,
  breakdowns: {
    origin: [{ value: 'Formulario', count: 12 }],
    listingType: [
      { value: 'Usado', count: 11 },
      { value: '0km', count: 9 },
    ],
    condition: [
      { value: 'Usado', count: 11 },
      { value: null, count: 9 },
    ],
    make: [
      { value: 'Ford', count: 9 },
      { value: null, count: 2 },
    ],
    model: Array.from({ length: 7 }, (_, at) => ({ value: `Modelo ${at}`, count: 7 - at })),
    price: [{ value: 'ARS 10000000-20000000', count: 5 }],
    province: [],
    interest: [{ value: 'PruebaDeManejo', count: 3 }],
  },
  ...READ,
};

const agencyEntry = (AdminMail: string) => ({ AdminMail, Nombre: AdminMail, Estado: 'Alta', _links: {} });

/** A gateway with the figures of the overview, some of them replaced. */
export function createOverviewGateway({
  given = {},
  figures = {},
}: { given?: Partial<OverviewNow>; figures?: Partial<OverviewPeriod> } = {}) {
  return new FakeGateway()
    .reply(desk.viewOverviewNow, { ...overviewNow, ...given })
    .reply(desk.viewOverview, { ...overviewPeriod, ...figures })
    .reply(v3.listAgencies, { _entries: [agencyEntry(AGENCY), agencyEntry(OTHER)], _links: {} })
    .reply(v3.viewAgency, agencyEntry(AGENCY));
}

/** Renders a section of the overview in its period. */
export function renderOverviewSection(section: ReactNode, options: Parameters<typeof renderPart>[1] = {}) {
  const { desde, hasta } = overviewPeriod;
  return renderPart(
    <PeriodContext value={{ agencias: [], desde, hasta, isComparable: true }}>{section}</PeriodContext>,
    options,
  );
}

export const DAYS = 'desde=2026-03-01&hasta=2026-03-02';
