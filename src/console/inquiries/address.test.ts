import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NARROWING } from '#contract/queue-names.ts';
import { changeSearch, inboxRequest, readInboxAddress, widen, withAgency } from './address.ts';

const text = fc.string({ minLength: 1 }).map((given) => given.trim() || 'x');
const day = fc.oneof(
  fc.constantFrom('hoy', 'ayer', '-7d'),
  fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const said = fc.record(
  {
    agencia: text,
    operador: text,
    externalid: text,
    desde: day,
    hasta: day,
    pagina: fc.integer({ min: 2, max: 99 }).map(String),
    ...Object.fromEntries(NARROWING.map((name) => [name, text])),
  },
  { requiredKeys: [] },
);

describe('the address of the inbox', () => {
  it('reads what was written into it, whatever that is', () => {
    fc.assert(
      fc.property(said, (change) => {
        const { pagina, narrowing, unreadable, todas, abrir, ...rest } = readInboxAddress(
          new URLSearchParams(changeSearch(new URLSearchParams(), change)),
        );
        const read = { ...rest, ...narrowing, ...(pagina > 1 && { pagina: String(pagina) }) };
        expect(Object.fromEntries(Object.entries(read).filter(([, value]) => value))).toEqual(change);
        expect({ unreadable, todas, abrir }).toEqual({ unreadable: [], todas: false, abrir: undefined });
      }),
    );
  });

  it('keeps the page that is narrowed, and leaves it for another filter', () => {
    const search = new URLSearchParams('agencia=a%40b.c&pagina=4&abrir=primera');
    expect(changeSearch(search, { marca: 'Fiat' })).toBe('agencia=a%40b.c&pagina=4&marca=Fiat');
    expect(changeSearch(search, { operador: 'o@b.c' })).toBe('agencia=a%40b.c&operador=o%40b.c');
    expect(widen(new URLSearchParams('pagina=4&marca=Fiat&buscar=x'))).toBe('pagina=4');
    expect(withAgency(search, 'z@b.c')).toBe('agencia=a%40b.c&pagina=4');
  });

  it('asks for the days of its view, unless it says days itself', () => {
    const days = (search: string) => {
      const address = readInboxAddress(new URLSearchParams(search));
      const { desde, hasta } = inboxRequest(address, () => '2026-03-05');
      return [desde, hasta];
    };
    expect(days('')).toEqual([undefined, undefined]);
    expect(days('vista=esperando')).toEqual(['2026-02-26', undefined]);
    expect(days('vista=hoy')).toEqual(['2026-03-05', undefined]);
    expect(days('vista=0199a3c2-0000-7000-8000-000000000000&cola=hoy')).toEqual(['2026-03-05', undefined]);
    expect(days('vista=hoy&desde=ayer')).toEqual(['2026-03-04', undefined]);
  });

  it.each(['0', '100', 'x', '1.5', '-1'])('falls back from page %s and says so', (value) => {
    const address = readInboxAddress(new URLSearchParams({ pagina: value }));
    expect(address).toMatchObject({ pagina: 1, unreadable: [{ parameter: 'pagina', value }] });
  });
});
