import type { Balance, BalanceAgency } from '#contract/desk/balance.ts';

export const NOTHING_MISSED = {
  off: 0,
  elsewhere: 0,
  signature: 0,
  age: 0,
  topic: 0,
  malformed: 0,
  'no-secret': 0,
  unknown: 0,
};

const figures = {
  inbox: 1204,
  erased: 1,
  missing: 0,
  ways: { webhook: 1199, sweep: 5, read: 0, earlier: 0 },
  missed: { ...NOTHING_MISSED, off: 3, signature: 2 },
  medianMs: 14_000,
  worstMs: 300_000,
};
export const closedReading = {
  made: 1205,
  inbox: 1204,
  arriving: 0,
  missing: 0,
  erased: 1,
  absent: 0,
  surplus: 0,
};
export const balanceAgency: BalanceAgency = {
  adminMail: 'ventas@ruta9.example',
  name: 'Ruta 9',
  figures,
  reading: { ...closedReading, readAt: 0 },
};
/** A month of one agency: 1,204 inquiries in the inbox, five of them missed by the webhook. */
export const balance: Balance = {
  summary: { ...closedReading, compared: 1, uncompared: 0, differing: 0, readAt: Date.now() - 60_000 },
  firstListedDay: '2025-12-05',
  days: [
    { day: '2026-03-05', ...figures },
    { day: '2025-12-04', ...figures, missed: NOTHING_MISSED },
  ],
  hours: null,
  agencies: [balanceAgency],
  agencyCount: 1,
  leads: null,
};
