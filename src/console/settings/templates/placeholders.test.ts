import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLACEHOLDERS } from '#contract/desk/templates.ts';
import { type Filling, fill, gapsOf, piecesOf } from './placeholders.ts';

const FILLING: Filling = {
  nombre: 'Ana',
  apellido: 'Núñez',
  vehiculo: 'Fiat Cronos 2021',
  precio: 'ARS 18.500.000',
  agencia: 'Automotores del Plata',
  vendedor: 'Martín Ocampo',
};

describe('a template is filled', () => {
  it.each([
    ['Hola {{nombre}}, soy {{vendedor}}.', 'Hola Ana, soy Martín Ocampo.'],
    ['{{ Nombre }} {{APELLIDO}}', 'Ana Núñez'],
    ['el {{vehículo}} a {{precio}}', 'el Fiat Cronos 2021 a ARS 18.500.000'],
    ['{{agencia}}{{agencia}}', 'Automotores del PlataAutomotores del Plata'],
    ['sin nada', 'sin nada'],
    ['{nombre} {{nombre}', '{nombre} {{nombre}'],
  ])('%s', (template, text) => expect(fill(template, FILLING)).toEqual({ text, gaps: [] }));

  it('and says what is missing, each thing once', () => {
    expect(
      fill('{{nombre}}: {{precio}}, {{precio}} por el {{vehiculo}}', {
        ...FILLING,
        precio: undefined,
        vehiculo: '  ',
      }),
    ).toEqual({ text: 'Ana: [precio], [precio] por el [vehiculo]', gaps: ['[precio]', '[vehiculo]'] });
  });

  it('and leaves what it does not know to be seen', () => {
    expect(fill('A las {{hora}} en {{agencia}}', FILLING)).toEqual({
      text: 'A las {{hora}} en Automotores del Plata',
      gaps: ['{{hora}}'],
    });
  });

  it('with values as text in one line, never as placeholders or gaps', () => {
    expect(
      fill('{{nombre}}|{{apellido}}', { ...FILLING, nombre: '{{precio}}', apellido: '[precio]\n<b>' }),
    ).toEqual({ text: '((precio))|(precio) <b>', gaps: [] });
  });
});

it('gaps are found again in a text that was edited', () => {
  expect(gapsOf('Vale [precio]. [otro] [nombre ] {{a}}')).toEqual(['[precio]', '{{a}}']);
  expect(piecesOf('[precio] y nada')).toEqual([
    { at: 0, text: '[precio]', gap: true },
    { at: 8, text: ' y nada', gap: false },
  ]);
  expect(piecesOf('')).toEqual([]);
});

const parts = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '{{', '}}', '}', '[', ']', ' ', ...PLACEHOLDERS, 'hora'),
      fc.constantFrom(...PLACEHOLDERS).map((name) => `{{${name}}}`),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 30 },
  )
  .map((all) => all.join(''));
const filling = fc.record<Filling>(
  Object.fromEntries(PLACEHOLDERS.map((name) => [name, fc.option(parts, { nil: undefined })])) as Record<
    keyof Filling,
    fc.Arbitrary<string | undefined>
  >,
);

it('no known placeholder is left, whatever template and values are', () => {
  fc.assert(
    fc.property(parts, filling, (template, values) => {
      const { text, gaps } = fill(template, values);
      for (const name of PLACEHOLDERS) expect(text.toLowerCase()).not.toContain(`{{${name}}}`);
      expect(gaps).toEqual(gapsOf(text));
    }),
    { numRuns: 2000 },
  );
});

it('pieces are the whole text', () => {
  fc.assert(
    fc.property(parts, (text) => {
      expect(
        piecesOf(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
