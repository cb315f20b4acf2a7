import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/durations.ts';
import { Consulta } from '#contract/inquiries.ts';
import { LAST_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import { WINDOW_DAYS, addDays, dayAt, startOfDay } from '#contract/window.ts';
import { onEachEngine } from '#testing/engines.ts';
import type { InquiryContent } from '#service/inquiries/store.ts';
import { NOON, ZONE, openServiceWorld } from '#testing/service-world.ts';
import {
  AGENCY_WITHOUT_INQUIRIES,
  BUSY_AGENCY,
  DEMO_AGENCIES,
  INVITED_AGENCY,
  SILENT_AGENCY,
  SMALL_AGENCY,
  SMALL_AGENCY_INQUIRIES,
} from './agencies.ts';
import { fillDemo, makeInquiries } from './fill-demo.ts';
import { makeInquiry, makeStock } from './inquiry.ts';
import { seededRandom } from './random.ts';
import { MODEL_LINES, makeVehicle } from './vehicles.ts';

const demoOf = (mail: string) => {
  const demo = DEMO_AGENCIES.find((agency) => agency.mail === mail);
  if (!demo) throw new Error(mail);
  return demo;
};
interface Entry {
  id: number;
  name: string;
  codename: string;
  make: number;
  region: number;
  bodyStyles: string[];
}
const catalog = (name: string): Entry[] =>
  JSON.parse(readFileSync(new URL(`../catalogs/data/${name}.json`, import.meta.url), 'utf8')) as Entry[];

onEachEngine((engine) => {
  const countAll = async (world: Awaited<ReturnType<typeof openServiceWorld>>) =>
    new Map(
      (
        await world.database.db
          .selectFrom('inquiries')
          .select((eb) => ['agency_key', eb.fn.countAll<number>().as('count')])
          .groupBy('agency_key')
          .execute()
      ).map(({ agency_key, count }) => [agency_key, count]),
    );
  const rows = (world: Awaited<ReturnType<typeof openServiceWorld>>) =>
    world.database.db
      .selectFrom('inquiries')
      .select(['sid', 'agency_key', 'momento', 'operator_key', 'external_key', 'body'])
      .orderBy('sid')
      .execute();

  it('fills twelve agencies, and a later start adds what came since and changes nothing', async () => {
    await using world = await openServiceWorld(engine);
    const caller = { key: world.credentials.key };
    const fill = (now: number) => fillDemo(world.database.db, caller, { now, timeZone: ZONE });

    await fill(NOON);
    const first = await rows(world);
    const counts = await countAll(world);
    expect(await world.agencies.list(caller)).toHaveLength(12);
    expect(first.length).toBeGreaterThan(5500);
    expect(first.length).toBeLessThan(6800);
    expect(counts.get(BUSY_AGENCY)).toBeGreaterThan(LAST_PAGE * PAGE_SIZE);
    expect(counts.get(SMALL_AGENCY)).toBe(SMALL_AGENCY_INQUIRIES);
    const newest = (agency: string) =>
      Math.max(...first.filter(({ agency_key }) => agency_key === agency).map(({ momento }) => momento));
    expect(newest(SILENT_AGENCY)).toBeLessThanOrEqual(NOON - 14 * DAY_MS);
    expect(newest(SILENT_AGENCY)).toBeGreaterThan(NOON - 20 * DAY_MS);
    expect(newest(BUSY_AGENCY)).toBeGreaterThan(NOON - DAY_MS);
    expect([counts.has(AGENCY_WITHOUT_INQUIRIES), counts.has(INVITED_AGENCY)]).toEqual([false, false]);
    expect(Math.max(...first.map(({ momento }) => momento))).toBeLessThanOrEqual(NOON);

    await fill(NOON);
    expect(await rows(world)).toEqual(first);

    await fill(NOON + 5 * 3_600_000);
    await fill(NOON + DAY_MS);
    const later = await rows(world);
    const added = later.filter(({ momento }) => momento > NOON);
    expect(later.filter(({ momento }) => momento <= NOON)).toEqual(first);
    expect(added.length).toBeGreaterThan(20);
    const laterCounts = await countAll(world);
    for (const agency of [SMALL_AGENCY, SILENT_AGENCY])
      expect(laterCounts.get(agency)).toBe(counts.get(agency));

    await using other = await openServiceWorld(engine);
    await fillDemo(other.database.db, { key: other.credentials.key }, { now: NOON, timeZone: ZONE });
    await fillDemo(other.database.db, { key: other.credentials.key }, { now: NOON + DAY_MS, timeZone: ZONE });
    expect(await rows(other)).toEqual(later);
  });
});

describe('the inquiries of an agency', () => {
  it('come out the same however the time is cut', () => {
    const demo = demoOf('ventas@docta.example');
    const clock = (now: number) => ({ now, timeZone: ZONE });
    const whole = makeInquiries(demo, NOON - 3 * DAY_MS, clock(NOON));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * DAY_MS }), (cut) => {
        const middle = NOON - cut;
        const parts = [
          ...makeInquiries(demo, NOON - 3 * DAY_MS, clock(middle)),
          ...makeInquiries(demo, middle, clock(NOON)),
        ];
        expect(new Set(parts.map(({ sid }) => sid))).toEqual(new Set(whole.map(({ sid }) => sid)));
        expect(parts).toHaveLength(whole.length);
      }),
      { numRuns: 20 },
    );
  });

  it.each([0, 3, 40, 100, 200, 300])('show page 99 of the busy one as a limit, %d days on', (days) => {
    const now = NOON + days * DAY_MS - 11 * 3_600_000;
    const from = startOfDay(addDays(dayAt(now, ZONE), -WINDOW_DAYS), ZONE);
    const made = makeInquiries(demoOf(BUSY_AGENCY), from - 1, { now, timeZone: ZONE });
    expect(made.length).toBeGreaterThan(LAST_PAGE * PAGE_SIZE);
  });

  it('follow working hours and the week', () => {
    const made = makeInquiries(demoOf(BUSY_AGENCY), undefined, { now: NOON, timeZone: ZONE });
    const at = made.map(({ consulta }) => new Date(`${consulta.Momento.slice(0, 19)}Z`));
    const share = (is: (date: Date) => boolean) => at.filter(is).length / at.length;
    expect(share((date) => date.getUTCHours() >= 9 && date.getUTCHours() < 21)).toBeGreaterThan(0.7);
    expect(share((date) => date.getUTCHours() < 6)).toBeLessThan(0.05);
    expect(share((date) => date.getUTCDay() === 0)).toBeLessThan(
      share((date) => date.getUTCDay() === 1) * 0.7,
    );
  });
});

describe('made-up inquiries', () => {
  const stock = makeStock('ventas@x.example', 2026);
  const made = Array.from({ length: 6000 }, (_, at): InquiryContent =>
    makeInquiry(seededRandom(`test ${at}`), {
      momento: NOON,
      timeZone: ZONE,
      stock,
      operators: ['ventas@x.example', 'otra@x.example'],
    }),
  );

  it('keep the contract, and come out the same for the same seed', () => {
    for (const inquiry of made) Consulta.parse({ ...inquiry, _links: {} });
    const again = makeInquiry(seededRandom('test 17'), {
      momento: NOON,
      timeZone: ZONE,
      stock: makeStock('ventas@x.example', 2026),
      operators: ['ventas@x.example', 'otra@x.example'],
    });
    expect(again).toEqual(made[17]);
  });

  it('have every nullable member null somewhere, and filled elsewhere', () => {
    const seen = new Map<string, Set<boolean>>();
    const visit = (value: unknown, path: string): void => {
      seen.set(path, (seen.get(path) ?? new Set()).add(value === null));
      if (typeof value !== 'object' || value === null) return;
      for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`);
    };
    for (const inquiry of made) visit(inquiry, '');
    for (const path of [
      ...['RefStock', 'Version', 'VersionYear', 'Kilometraje', 'Color', 'BodyType'].map(
        (name) => `.Auto.${name}`,
      ),
      ...['Precio', 'Anticipo', 'Cuota'].map((name) => `.Auto.${name}`),
      ...['Telefono', 'DocIdentidad', 'Ciudad', 'InfoOperacion'].map((name) => `.Interesado.${name}`),
      '.Interesado.InfoOperacion.EntregaVehiculo',
      '.Interesado.InfoOperacion.EntregaVehiculo.VersionYear',
      '.Interesado.InfoOperacion.FinanciacionDeseada',
      '.Interesado.InfoOperacion.FinanciacionDeseada.Adelanto',
      '.Interesado.InfoOperacion.FinanciacionDeseada.Cuota',
      '.Interesado.InfoOperacion.QuiereCotizacionSeguro',
      '.OperadorResponsable',
    ])
      expect([path, seen.get(path)?.size]).toEqual([path, 2]);
  });

  it('have values and members that the contract does not know', () => {
    const values = (of: (inquiry: InquiryContent) => string) => new Set(made.map(of));
    expect(values(({ OrigenLead }) => OrigenLead)).toContain('Instagram');
    expect(values(({ TipoAnuncio }) => TipoAnuncio)).toContain('Subasta');
    expect(values(({ Auto }) => Auto.Estado)).toContain('Reservado');
    expect(values(({ Interesado }) => Interesado.Interes)).toContain('Alquilar');
    expect(made.some((inquiry) => 'Campania' in inquiry)).toBe(true);
  });

  it('are written as people write, from reserved mail domains', () => {
    const comments = made.map(({ Interesado }) => Interesado.Comentario);
    for (const form of [/^$/, /\n/, /\p{Emoji_Presentation}/u, /[áéíóúñ¿]/, /<b>/, /<script>alert\(1\)/])
      expect(comments.some((comment) => form.test(comment))).toBe(true);
    expect(Math.max(...comments.map(({ length }) => length))).toBeGreaterThan(600);
    for (const { Interesado } of made)
      expect(Interesado.Email).toMatch(/^[a-z.]+\d*@(example\.(com|org|net)|[a-z]+\.example)$/);
    for (const { mail, collaborators = [] } of DEMO_AGENCIES)
      for (const address of [mail, ...collaborators.map(([, , other]) => other)])
        expect(address).toMatch(/^[a-z.]{1,30}@[a-z]+\.example$/);
  });
});

describe('vehicles', () => {
  it('are in the catalogs, with their body style', () => {
    const makes = catalog('makes');
    const models = catalog('models');
    const styles = catalog('body-styles');
    for (const [make, name, body] of MODEL_LINES) {
      const id = makes.find((entry) => entry.name === make)?.id;
      const style = styles.find((entry) => entry.name === body)?.codename;
      const model = models.find((entry) => entry.make === id && entry.name === name);
      expect([name, model?.bodyStyles]).toEqual([name, expect.arrayContaining([style])]);
    }
    const colors = new Set(catalog('colors').map(({ name }) => name));
    for (const { Color } of makeStock('a@a.example', 2026))
      expect(Color === null || colors.has(Color)).toBe(true);
  });

  it('cost what fits their year and mileage', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const { VersionYear, Kilometraje, Precio, Estado, TipoAnuncio } = makeVehicle(
          seededRandom(seed),
          2026,
          'X',
        );
        expect(VersionYear).toBeGreaterThanOrEqual(2010);
        expect(VersionYear).toBeLessThanOrEqual(2026);
        const isNew = Estado === 'Nuevo';
        expect(TipoAnuncio === 'Usado').toBe(!isNew);
        expect(isNew ? Kilometraje === 0 && VersionYear === 2026 : Kilometraje !== 0).toBe(true);
        const dollars = Precio && (Precio.Moneda === 'USD' ? Precio.Importe : Precio.Importe / 1450);
        expect(dollars === null || (dollars > 2000 && dollars < 100_000)).toBe(true);
      }),
    );
  });
});

it('the demo places agencies where the catalogs know them', () => {
  const regions = catalog('regions');
  const cities = catalog('cities');
  for (const { region, city } of DEMO_AGENCIES) {
    const id = regions.find(({ name }) => name === region)?.id;
    expect([city, cities.some((entry) => entry.region === id && entry.name === city)]).toEqual([city, true]);
  }
  expect(new Set(DEMO_AGENCIES.map(({ region }) => region)).size).toBeGreaterThan(5);
});
