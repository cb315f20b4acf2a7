import { expect, it } from 'vitest';
import type { HandoverRow } from './desk/handover.ts';
import {
  compareHandoverRows,
  countHandover,
  findReturnDay,
  groupHandover,
  resolveHandoverKind,
} from './handover.ts';

const ZONE = 'America/Argentina/Buenos_Aires';
const NOW = Date.parse('2026-03-05T12:00:00-03:00');
const MIDNIGHT = Date.parse('2026-03-06T00:00:00-03:00');
const DAY = 24 * 3_600_000;
const ANA = { id: 'a', name: 'Ana' };
const ZOE = { id: 'z', name: 'Zoe' };

const row = (sid: string, more: Partial<HandoverRow> = {}): HandoverRow => ({
  adminMail: 'own@x.example',
  sid,
  kind: 'waiting',
  buyer: '',
  contacts: [],
  vehicle: '',
  status: 'new',
  owner: null,
  at: 1,
  dueAt: null,
  returnsAt: null,
  note: null,
  ...more,
});
const promised = (sid: string, returnsAt: number) => row(sid, { kind: 'promised', returnsAt });

it.each([
  ['new', null, true, 'waiting'],
  ['new', NOW, true, 'waiting'],
  ['new', NOW + 1, true, 'promised'],
  ['appointment', null, false, 'appointment'],
  ['appointment', NOW, true, 'waiting'],
  ['appointment', NOW + 1, false, 'promised'],
] as const)('%s, snoozed until %s, in the queue: %s, is %s', (status, snoozedUntil, isWaiting, kind) => {
  expect(resolveHandoverKind({ status, snoozedUntil }, NOW, isWaiting)).toBe(kind);
});

it('what waits longest is first, then what returns first, then appointments', () => {
  const rows = [
    row('appointment', { kind: 'appointment', at: 0 }),
    promised('later', 20),
    row('younger', { at: 5 }),
    promised('sooner', 10),
    row('older', { at: 4 }),
    row('b', { at: 5 }),
  ];
  expect(rows.toSorted(compareHandoverRows).map(({ sid }) => sid)).toEqual([
    'older',
    'b',
    'younger',
    'sooner',
    'later',
    'appointment',
  ]);
});

it('groups keep the order of rows, by agency and person, with what nobody has first', () => {
  const rows = [
    row('1', { owner: ZOE }),
    row('2', { adminMail: 'b@x.example', owner: ANA }),
    row('3', { owner: ANA }),
    row('4'),
    row('5', { owner: ZOE }),
  ];
  expect(
    groupHandover(rows).map(({ adminMail, people }) => [
      adminMail,
      people.map(({ owner, rows: own }) => [owner?.name, own.map(({ sid }) => sid).join()]),
    ]),
  ).toEqual([
    [
      'own@x.example',
      [
        [undefined, '4'],
        ['Zoe', '1,5'],
        ['Ana', '3'],
      ],
    ],
    ['b@x.example', [['Ana', '2']]],
  ]);
  expect(groupHandover([])).toEqual([]);
});

it.each([
  [MIDNIGHT - 1, 'today'],
  [MIDNIGHT, 'tomorrow'],
  [MIDNIGHT + DAY - 1, 'tomorrow'],
  [MIDNIGHT + DAY, null],
])('a snooze until %s ends %s', (returnsAt, day) => {
  expect(findReturnDay(promised('1', returnsAt), NOW, ZONE)).toBe(day);
});

it('counts each row once, and late ones from their due time on', () => {
  const rows = [
    row('1', { dueAt: NOW }),
    row('2', { dueAt: NOW + 1 }),
    row('3'),
    promised('4', MIDNIGHT - 1),
    promised('5', MIDNIGHT),
    promised('6', MIDNIGHT + DAY),
    row('7', { kind: 'appointment', dueAt: 1 }),
  ];
  expect(countHandover(rows, NOW, ZONE)).toEqual({
    waiting: 3,
    late: 1,
    today: 1,
    tomorrow: 1,
    appointments: 1,
  });
});
