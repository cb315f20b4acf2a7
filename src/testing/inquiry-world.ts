import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  InquiriesOfBuyer,
  CheckedInquiries,
  Counts,
  FacetCounts,
  InquiryPage,
} from '#contract/desk/inquiries.ts';
import { addressOf } from '#contract/endpoint.ts';
import { defaultHours } from '#contract/hours.ts';
import { v3 } from '#contract/v3.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, type WorldOptions, json, openWorld } from '#testing/gateway-world.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';
export const HOUR = 3_600_000;

export const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;
export const pathOf = (adminMail: string, index: number) =>
  addressOf(v3.viewInquiry, { adminMail, sid: sidAt(index) });

interface Given {
  agency?: string;
  hoursAgo?: number;
  phone?: string | null;
  mail?: string | null;
  name?: string;
  make?: string;
  operator?: string | null;
}

/** A gateway with indexed inquiries. */
export async function openInquiryWorld(
  engine: 'sqlite' | 'postgres',
  given: readonly Given[],
  options: WorldOptions = {},
) {
  const world = await openWorld({ engine, ...options });
  const { now } = world.clock;
  const inquiries = given.map(
    (
      { agency = OWN, hoursAgo = 1, phone = null, mail = null, name = 'Ana', make = 'Ford', operator = null },
      index,
    ) => ({
      agency,
      inquiry: {
        Momento: new Date(now - hoursAgo * HOUR).toISOString(),
        Auto: { Marca: make },
        Interesado: { Nombre: name, Telefono: phone, Email: mail },
        OperadorResponsable: operator,
        Suyo: 'algo más',
        _links: { self: { href: pathOf(agency, index) } },
      },
    }),
  );
  const { db, ...database } = await openGatewayDatabase(world.config.database);
  await syncAgencies(db, [{ adminMail: OWN, name: 'Ruta 9' }, { adminMail: FOREIGN }], now);
  for (const agency of [OWN, FOREIGN])
    await upsertInquiries(
      db,
      inquiries.flatMap((one) => (one.agency === agency ? [one.inquiry] : [])),
      { agency, discoverySource: 'list', hours: defaultHours(ZONE), now },
    );
  const as = async (role: 'seller' | 'partner' | 'support') => {
    const cookie = await world.signIn(role);
    const call = (url: string, options: object = {}) =>
      world.call(url, { headers: { cookie, ...CONSOLE }, ...options });
    return {
      call,
      find: async (query = '') => (await call(`/desk/inquiries${query}`)).json<InquiryPage>(),
      counts: async (query = '') => (await call(`/desk/inquiries/counts${query}`)).json<Counts>(),
      facets: async (query = '') => (await call(`/desk/inquiries/facets${query}`)).json<FacetCounts>(),
      check: async (query: string) => (await call(`/desk/inquiries/rows${query}`)).json<CheckedInquiries>(),
      change: async (index: number, body: { version: number; change: object }, status = 200) => {
        const url = `/desk/follow-up/${OWN}/${sidAt(index)}/changes`;
        world.upstream.answer = json(inquiries[index]?.inquiry);
        const answer = await call(url, { method: 'POST', payload: { id: randomUUID(), ...body } });
        expect(answer.statusCode).toBe(status);
      },
      ofBuyer: async (index: number, agency = OWN) =>
        (await call(`/desk/inquiries/${agency}/${sidAt(index)}/buyer`)).json<InquiriesOfBuyer>(),
    };
  };
  return {
    world,
    db,
    as,
    inquiries,
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

export const hrefs = ({ rows }: InquiryPage) =>
  rows.map(({ inquiry }) => (inquiry._links as { self: { href: string } }).self.href.split('/').at(-1));
