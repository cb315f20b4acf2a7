import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { OverviewNow, OverviewPeriod } from '#contract/desk/overview.ts';
import type { InquiryPage } from '#contract/desk/inquiries.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { defaultHours } from '#contract/hours.ts';
import { dayAt } from '#contract/window.ts';
import type { Engine } from '#database/database.ts';
import { syncAgencies } from '#gateway/inquiries/absent-agencies.ts';
import { upsertInquiries } from '#gateway/inquiries/store.ts';
import { openGatewayDatabase } from '#gateway/store.ts';
import { CONSOLE, FOREIGN, OWN, type WorldOptions, json, openWorld } from './gateway-world.ts';

export const ZONE = 'America/Argentina/Buenos_Aires';

export const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

export const DAY = 24 * HOUR;

export const hours = defaultHours(ZONE);

export const sidAt = (index: number) => `01JCINQUIRY${String(index).padStart(15, '0')}`;

interface Given {
  agency?: string;
  /** Minutes before now, a Thursday at 11:30. */
  ago: number;
  make?: string;
  origin?: string;
  operator?: string | null;
}

/** A gateway with indexed inquiries of two agencies. */
export async function openOverviewWorld(engine: Engine, given: readonly Given[], options: WorldOptions = {}) {
  const world = await openWorld({ engine, ...options });
  const { now } = world.clock;
  const inquiries = given.map(
    ({ agency = OWN, ago, make = 'Ford', origin = 'Formulario', operator = null }, index) => ({
      agency,
      entry: {
        Momento: new Date(now - ago * MINUTE).toISOString(),
        OrigenLead: origin,
        Auto: { Marca: make, Modelo: 'Ka', Precio: { Moneda: 'USD', Importe: 12_000 } },
        Interesado: { Nombre: 'Ana' },
        OperadorResponsable: operator,
        _links: { self: { href: `/v3/consultas/${agency}/${sidAt(index)}` } },
      },
    }),
  );
  const { db, ...database } = await openGatewayDatabase(world.config.database);
  await syncAgencies(db, [{ adminMail: OWN, name: 'Ruta 9' }, { adminMail: FOREIGN }], now);
  for (const agency of [OWN, FOREIGN])
    await upsertInquiries(
      db,
      inquiries.flatMap((one) => (one.agency === agency ? [one.entry] : [])),
      { agency, discoverySource: 'list', hours, now },
    );
  const as = async (role: Role) => {
    const cookie = await world.signIn(role);
    const call = (url: string, more: object = {}) =>
      world.call(url, { headers: { cookie, ...CONSOLE }, ...more });
    const days = `desde=${dayAt(world.clock.now - 6 * DAY, ZONE)}&hasta=${dayAt(world.clock.now, ZONE)}`;
    return {
      call,
      now: async (query = '') => OverviewNow.parse((await call(`/desk/overview/now${query}`)).json()),
      period: async (query = days) => OverviewPeriod.parse((await call(`/desk/overview?${query}`)).json()),
      listed: async (query: string) =>
        (await call(`/desk/inquiries?${query}`)).json<InquiryPage>().rows.length,
      rank: (payload: unknown) =>
        call('/desk/overview/settings', { method: 'PUT', payload: payload as object }),
      change: async (index: number, change: object, version = 0) => {
        const agency = inquiries[index]?.agency ?? OWN;
        world.upstream.answer = json(inquiries[index]?.entry);
        const answer = await call(`/desk/follow-up/${agency}/${sidAt(index)}/changes`, {
          method: 'POST',
          payload: { id: randomUUID(), version, change },
        });
        expect(answer.statusCode).toBe(200);
      },
      see: async (index: number) => {
        world.upstream.answer = json(inquiries[index]?.entry);
        const path = `/desk/follow-up/${inquiries[index]?.agency}/${sidAt(index)}/seen`;
        expect((await call(path, { method: 'PUT' })).statusCode).toBe(204);
      },
      days,
    };
  };
  return {
    world,
    db,
    as,
    limitSeller: () => db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute(),
    async [Symbol.asyncDispose]() {
      await database.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

export const call = { kind: 'touch', how: 'call' };
