import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FollowUp } from '#contract/desk/follow-up.ts';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { type About, fold, narrow } from './narrowing.ts';
import { besideOf } from './row-states.ts';

const sidOfNumber = (at: number) => `01JC00000000000000000000${String(at).padStart(2, '0')}`;

function entry(at: number, given: { Auto?: object; Interesado?: object; OrigenLead?: string } = {}): Inquiry {
  return {
    Momento: '2026-11-20T10:00:00-03:00',
    OrigenLead: given.OrigenLead ?? 'Formulario',
    Auto: { Marca: 'Ford', Modelo: 'Ka', Estado: 'Usado', ...given.Auto },
    Interesado: { Nombre: 'Ana', Apellido: 'Sosa', Provincia: 'Córdoba', ...given.Interesado },
    _links: { self: { href: `/v3/consultas/a@b.example/${sidOfNumber(at)}` } },
  };
}

function followUp(at: number, given: Partial<FollowUp>): FollowUp {
  return {
    sid: sidOfNumber(at).toLowerCase(),
    status: 'new',
    lostReason: null,
    claimedBy: null,
    snoozedUntil: null,
    firstTouch: null,
    firstContact: null,
    notes: 0,
    version: 1,
    changedAt: 0,
    ...given,
  };
}

const about: About = { beside: besideOf({ followUps: [], seen: [] }), me: 'me', now: 1000 };
const found = (entries: Inquiry[], buscar: string) => narrow(entries, { buscar }, about).entries.length;

describe('search', () => {
  const entries = [
    entry(1, {
      Auto: { Marca: 'Citroën' },
      Interesado: {
        Apellido: 'Núñez',
        Telefono: '+54 9 11 5555-0101',
        Comentario: 'Línea uno\nEntrego un Peugeot',
      },
    }),
    entry(2, { Interesado: { Nombre: 'José', Email: 'jose@correo.example', DocIdentidad: '30.111.222' } }),
  ];

  it.each([
    ['nunez', 1],
    ['NÚÑEZ', 1],
    ['citroen núñ', 1],
    ['peugeot', 1],
    ['jose', 1],
    ['jose nunez', 0],
    ['5555 0101', 1],
    ['55550101', 1],
    ['(11) 5555', 1],
    ['30111222', 1],
    ['99', 0],
    ['ka', 2],
    ['ka cordoba', 2],
    ['.*', 0],
    ['   ', 2],
  ])('«%s» finds %i', (buscar, count) => expect(found(entries, buscar)).toBe(count));

  it('takes accents and case for the same letter, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        const comment = entry(1, { Interesado: { Comentario: `x ${text} y` } });
        for (const word of text.trim().split(/\s+/)) expect(found([comment], word)).toBe(1);
      }),
    );
  });
});

describe('facets', () => {
  const entries = [
    entry(1, { Interesado: { InfoOperacion: { EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Uno' } } } }),
    entry(2, { OrigenLead: 'WhatsApp' }),
    entry(3, { Auto: { Marca: 'Fiat' }, OrigenLead: 'WhatsApp' }),
    entry(4, { Auto: { Marca: null }, Interesado: { Provincia: ' ' } }),
  ];
  const sids = (rows: readonly Inquiry[]) => rows.map((row) => entries.indexOf(row) + 1);

  it('count what matches everything else', () => {
    const { entries: left, facets } = narrow(entries, { marca: 'ford' }, about);
    expect(sids(left)).toEqual([1, 2]);
    expect(facets.marca).toEqual([
      { value: 'Ford', count: 2 },
      { value: 'Fiat', count: 1 },
    ]);
    expect(facets.origen).toEqual([
      { value: 'Formulario', count: 1 },
      { value: 'WhatsApp', count: 1 },
    ]);
    expect(facets.permuta).toEqual([{ value: 'si', count: 1 }]);
  });

  it('keep a chosen value that nothing has', () => {
    const { entries: left, facets } = narrow(entries, { provincia: 'Salta', marca: 'Fiat' }, about);
    expect(left).toEqual([]);
    expect(facets.provincia).toContainEqual({ value: 'Salta', count: 0 });
  });

  it('stand on follow-up too, whatever the case of a sid', () => {
    const beside = besideOf({
      followUps: [
        followUp(1, { status: 'won', claimedBy: { id: 'me', name: 'Yo' } }),
        followUp(2, { snoozedUntil: 2000 }),
        followUp(3, { snoozedUntil: 500 }),
      ],
      seen: [sidOfNumber(2).toLowerCase()],
    });
    const of = (seguimiento: string) => sids(narrow(entries, { seguimiento }, { ...about, beside }).entries);
    expect(of('ganada')).toEqual([1]);
    expect(of('nueva')).toEqual([2, 3, 4]);
    expect(of('sin-leer')).toEqual([3, 4]);
    expect(of('pospuesta')).toEqual([2]);
    expect(of('volvio')).toEqual([3]);
    expect(sids(narrow(entries, { mias: 'si' }, { ...about, beside }).entries)).toEqual([1]);
  });

  it('leave nothing out for the sake of follow-up that is not known yet', () => {
    const unknown = { ...about, beside: undefined };
    expect(narrow(entries, { mias: 'si', marca: 'Fiat' }, unknown).entries).toHaveLength(1);
  });

  it('keep the open inquiry when only its follow-up no longer matches', () => {
    const beside = besideOf({ followUps: [followUp(2, { status: 'contacted' })], seen: [] });
    const left = (open: string, narrowing: object) =>
      sids(narrow(entries, narrowing, { ...about, beside }, open).entries);
    expect(left(sidOfNumber(2), { seguimiento: 'nueva' })).toEqual([1, 2, 3, 4]);
    expect(left(sidOfNumber(1), { seguimiento: 'nueva' })).toEqual([1, 3, 4]);
    expect(left(sidOfNumber(2), { seguimiento: 'nueva', marca: 'Fiat' })).toEqual([3]);
  });

  it('without any of them everything is there', () =>
    expect(narrow(entries, {}, about).entries).toEqual(entries));

  it('leave a part of what was there, in its order', () => {
    const facet = fc.constantFrom('Ford', 'Fiat', 'WhatsApp', 'si', 'x', undefined);
    fc.assert(
      fc.property(fc.record({ marca: facet, origen: facet, permuta: facet, buscar: facet }), (given) => {
        const narrowing = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
        const left = sids(narrow(entries, narrowing, about).entries);
        expect(left).toEqual(left.toSorted((a, b) => a - b));
      }),
    );
  });
});
