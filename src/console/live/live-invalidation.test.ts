import { describe, expect, it } from 'vitest';
import { AGGREGATE_KEYS } from '#console/inquiries/inquiry-queries.ts';
import { getInvalidatedKeys } from './live-invalidation.ts';

const inquiry = { adminMail: 'Ventas@Ruta9.example', sid: '01jc0000000000000000000001' };
const OVERVIEW = [
  ['viewOverviewNow', {}],
  ['viewOverview', {}],
];
const [agency, sid] = ['ventas@ruta9.example', '01JC0000000000000000000001'];

describe('an event invalidates', () => {
  it('of a follow-up: its inquiry, the checks of rows and the counts', () => {
    const data = { ...inquiry, version: 3, by: 'ana' };
    expect(getInvalidatedKeys({ kind: 'follow-up', data })).toEqual([
      ['viewFollowUp', { params: { adminMail: agency, sid } }],
      ['listFollowUps', {}],
      ['checkInquiries', { query: { agencia: [agency] } }],
      ...AGGREGATE_KEYS,
      ...OVERVIEW,
    ]);
  });

  it('of an agency or a topic: it and the lists it is in', () => {
    expect(getInvalidatedKeys({ kind: 'agency', data: inquiry })).toEqual([
      ['viewAgency', { params: { adminMail: agency } }],
      ['listAgencies', {}],
      ['listInvitations', {}],
      ['viewInvitationFunnel', {}],
      ...OVERVIEW,
    ]);
    expect(getInvalidatedKeys({ kind: 'webhook', data: { topic: 'Consulta-Recibida' } })).toEqual([
      ['viewWebhook', { params: { topic: 'consulta-recibida' } }],
      ['listWebhooks', {}],
      ['listWebhooksDesk', {}],
      ['viewConnection', {}],
      ...OVERVIEW,
    ]);
  });

  it('of an arrival: the counts, and no list', () => {
    expect(getInvalidatedKeys({ kind: 'inquiry', data: inquiry })).toEqual([
      ...AGGREGATE_KEYS,
      ...OVERVIEW,
      ['viewInvitationFunnel', {}],
    ]);
    expect(getInvalidatedKeys({ kind: 'looking', data: { ...inquiry, people: [] } })).toEqual([]);
    expect(getInvalidatedKeys({ kind: 'pulse', data: { receiving: true } })).toEqual([]);
  });

  it('of an unknown change: everything but the lists of inquiries', () => {
    const keys = getInvalidatedKeys({ kind: 'reset', data: {} });
    expect(keys.map(([name, , variant]) => [name, variant].join(' ').trim()).toSorted()).toEqual([
      'checkInquiries',
      'countInquiries',
      'findInquiries new',
      'listAgencies',
      'listFacets',
      'listFollowUps',
      'listInvitations',
      'listJobRows',
      'listJobs',
      'listWebhooks',
      'listWebhooksDesk',
      'viewAgency',
      'viewConnection',
      'viewFollowUp',
      'viewInquiry',
      'viewInvitationFunnel',
      'viewJob',
      'viewOverview',
      'viewOverviewNow',
      'viewWebhook',
    ]);
  });
});
