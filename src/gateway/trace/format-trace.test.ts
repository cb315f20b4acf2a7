import { expect, it } from 'vitest';
import {
  TRACE_CAUSES,
  TRACE_OUTCOMES,
  TRACE_REMEDIES,
  type Station,
  type Trace,
} from '#contract/desk/trace.ts';
import { formatTrace } from './format-trace.ts';

const station: Station = {
  name: 'attempts',
  state: 'broken',
  at: 0,
  cause: 'unreachable',
  by: null,
  count: 2,
  code: 'ECONNREFUSED',
  host: null,
  way: null,
  delivery: null,
  copies: [],
  shownTo: [],
  hiddenFrom: [],
};

const trace: Trace = {
  now: 0,
  service: null,
  clockAheadMs: null,
  agency: { adminMail: 'ventas@ruta9.example', name: null },
  lead: { sid: 'S1', at: 0, person: 'Ana Paz', vehicle: null, operator: null },
  verdict: {
    outcome: 'found',
    causes: ['unreachable'],
    notes: ['limited'],
    unknown: ['topic-then'],
    remedy: 'check-callback',
  },
  stations: [station],
  twin: null,
  forecast: { way: 'list', causes: ['unreachable'] },
  remedy: 'check-callback',
};

it('a trace says in sentences what happened, why, and what mends it', () => {
  expect(formatTrace(trace).split('\n')).toEqual([
    'Ana Paz · S1 · ventas@ruta9.example · 1970-01-01T00:00:00.000Z',
    'It is in the inbox, and no webhook brought it: the service cannot reach this address.',
    'Not every seller of the agency sees it.',
    'The state of the webhook at that time is not known.',
    'Look at PUBLIC_URL, the proxy and its certificate: npm run doctor.',
    '  attempts of the service failed    1970-01-01T00:00:00.000Z the service cannot reach this address, ECONNREFUSED, count 2',
    'An inquiry made now would come minutes later, by a list of the service: the service cannot reach this address.',
    'Look at PUBLIC_URL, the proxy and its certificate: npm run doctor.',
  ]);
});

it('no code of a cause, an outcome or a remedy is printed', () => {
  const codes = [...TRACE_CAUSES, ...TRACE_REMEDIES].filter((code) => code.includes('-'));
  for (const outcome of TRACE_OUTCOMES)
    for (const remedy of TRACE_REMEDIES) {
      const verdict = { outcome, causes: [...TRACE_CAUSES], notes: [], unknown: [], remedy };
      const text = formatTrace({ ...trace, verdict, stations: [], remedy });
      expect(codes.filter((code) => text.includes(code))).toEqual([]);
    }
});
