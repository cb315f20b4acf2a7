import { describe, expect, it } from 'vitest';
import { AGGREGATE_KEYS } from '#console/inquiries/inquiries-queries.ts';
import { getInvalidatedKeys } from './live-invalidation.ts';

const inquiry = { adminMail: 'Ventas@Ruta9.example', sid: '01jc0000000000000000000001' };
const [agency, sid] = ['ventas@ruta9.example', '01JC0000000000000000000001'];

describe('what an event makes old', () => {
  it('of follow-up: the card of that inquiry, what rows say, and what is counted', () => {
    const data = { ...inquiry, version: 3, by: 'ana' };
    expect(getInvalidatedKeys({ kind: 'follow-up', data })).toEqual([
      ['follow-up', 'one', agency, sid],
      ['follow-up', 'snoozed'],
      ['inquiries', 'checked', agency],
      ...AGGREGATE_KEYS,
      ['overview'],
    ]);
  });

  it('of an agency and a topic: those and the lists they are in', () => {
    expect(getInvalidatedKeys({ kind: 'agency', data: inquiry })).toEqual([
      ['agencies', 'one', agency],
      ['agencies', 'list'],
      ['invitations', 'list'],
      ['invitations', 'funnel'],
      ['overview'],
    ]);
    expect(getInvalidatedKeys({ kind: 'webhook', data: { topic: 'Consulta-Recibida' } })).toEqual([
      ['webhooks', 'one', 'consulta-recibida'],
      ['webhooks', 'list'],
      ['webhooks', 'desk'],
      ['connection'],
      ['overview'],
    ]);
  });

  it('of an arrival: what is counted, and no list', () => {
    expect(getInvalidatedKeys({ kind: 'inquiry', data: inquiry })).toEqual([
      ...AGGREGATE_KEYS,
      ['overview'],
      ['invitations', 'funnel'],
    ]);
    expect(getInvalidatedKeys({ kind: 'looking', data: { ...inquiry, people: [] } })).toEqual([]);
    expect(getInvalidatedKeys({ kind: 'pulse', data: { receiving: true } })).toEqual([]);
  });

  it('all of it, when more happened than is known; never pages of inquiries', () => {
    const keys = getInvalidatedKeys({ kind: 'reset', data: {} });
    expect(new Set(keys.map(([room]) => room))).toEqual(
      new Set([
        'follow-up',
        'inquiries',
        'jobs',
        'agencies',
        'invitations',
        'webhooks',
        'connection',
        'overview',
      ]),
    );
    const kinds = keys.filter(([room]) => room === 'inquiries').map(([, kind]) => kind);
    expect(new Set(kinds)).toEqual(new Set(['checked', 'counts', 'facets', 'gained', 'one']));
    expect(kinds).toHaveLength(5);
  });
});
