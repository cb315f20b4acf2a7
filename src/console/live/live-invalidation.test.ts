import { describe, expect, it } from 'vitest';
import { AGGREGATE_KEYS } from '#console/inquiries/inquiry-queries.ts';
import { getInvalidatedKeys } from './live-invalidation.ts';

const inquiry = { adminMail: 'Ventas@Ruta9.example', sid: '01jc0000000000000000000001' };
const OVERVIEW = [
  ['viewOverviewNow', {}],
  ['viewOverview', {}],
];
const [agency, sid] = ['ventas@ruta9.example', '01JC0000000000000000000001'];

describe('a live event', () => {
  it('about a follow-up invalidates its inquiry, the checks of rows and the counts', () => {
    const data = { ...inquiry, version: 3, by: 'ana' };
    expect(getInvalidatedKeys({ kind: 'follow-up', data })).toEqual([
      ['viewFollowUp', { params: { adminMail: agency, sid } }],
      ['listFollowUps', {}],
      ['checkInquiries', { query: { agencia: [agency] } }],
      ...AGGREGATE_KEYS,
      ...OVERVIEW,
    ]);
  });

  it('about an agency or a topic invalidates it and the lists that contain it', () => {
    expect(getInvalidatedKeys({ kind: 'agency', data: inquiry })).toEqual([
      ['viewAgency', { params: { adminMail: agency } }],
      ['listAgencies', {}],
      ['listAgencyHealth', {}],
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

  it('about an arrival invalidates the counts and no list', () => {
    expect(getInvalidatedKeys({ kind: 'inquiry', data: inquiry })).toEqual([
      ['viewFollowUp', { params: { adminMail: agency, sid } }],
      ...AGGREGATE_KEYS,
      ...OVERVIEW,
      ['viewInvitationFunnel', {}],
    ]);
    expect(getInvalidatedKeys({ kind: 'looking', data: { ...inquiry, people: [] } })).toEqual([]);
    expect(getInvalidatedKeys({ kind: 'pulse', data: { receiving: true } })).toEqual([]);
  });

  it('about an incident invalidates those that are listed, and those of topics', () =>
    expect(getInvalidatedKeys({ kind: 'incident', data: {} })).toEqual([
      ['listIncidents', {}],
      ['listWebhooksDesk', {}],
      ...OVERVIEW,
    ]));

  it('about an unknown change invalidates everything but the lists of inquiries', () => {
    const keys = getInvalidatedKeys({ kind: 'reset', data: {} });
    expect(keys.map(([name, , variant]) => [name, variant].join(' ').trim()).toSorted()).toEqual([
      'checkInquiries',
      'countInquiries',
      'findInquiries new',
      'listAgencies',
      'listAgencyHealth',
      'listFacets',
      'listFollowUps',
      'listIncidents',
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
