import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLACEHOLDERS } from '#contract/desk/templates.ts';
import { type PlaceholderValues, fillPlaceholders, findGaps, splitAtGaps } from './placeholders.ts';

const VALUES: PlaceholderValues = {
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
  ])('from %s', (template, text) => expect(fillPlaceholders(template, VALUES)).toEqual({ text, gaps: [] }));

  it('and each missing value is named once', () => {
    expect(
      fillPlaceholders('{{nombre}}: {{precio}}, {{precio}} por el {{vehiculo}}', {
        ...VALUES,
        precio: undefined,
        vehiculo: '  ',
      }),
    ).toEqual({ text: 'Ana: [precio], [precio] por el [vehiculo]', gaps: ['[precio]', '[vehiculo]'] });
  });

  it('and unknown placeholders stay visible', () => {
    expect(fillPlaceholders('A las {{hora}} en {{agencia}}', VALUES)).toEqual({
      text: 'A las {{hora}} en Automotores del Plata',
      gaps: ['{{hora}}'],
    });
  });

  it('by values as one line of text, never as placeholders or gaps', () => {
    expect(
      fillPlaceholders('{{nombre}}|{{apellido}}', {
        ...VALUES,
        nombre: '{{precio}}',
        apellido: '[precio]\n<b>',
      }),
    ).toEqual({ text: '((precio))|(precio) <b>', gaps: [] });
  });
});

it('gaps are found again in a text that was edited', () => {
  expect(findGaps('Vale [precio]. [otro] [nombre ] {{a}}')).toEqual(['[precio]', '{{a}}']);
  expect(splitAtGaps('[precio] y nada')).toEqual([
    { start: 0, text: '[precio]', isGap: true },
    { start: 8, text: ' y nada', isGap: false },
  ]);
  expect(splitAtGaps('')).toEqual([]);
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
const placeholderValues = fc.record<PlaceholderValues>(
  Object.fromEntries(PLACEHOLDERS.map((name) => [name, fc.option(parts, { nil: undefined })])) as Record<
    keyof PlaceholderValues,
    fc.Arbitrary<string | undefined>
  >,
);

it('no known placeholder is left, whatever template and values are', () => {
  fc.assert(
    fc.property(parts, placeholderValues, (template, values) => {
      const { text, gaps } = fillPlaceholders(template, values);
      for (const name of PLACEHOLDERS) expect(text.toLowerCase()).not.toContain(`{{${name}}}`);
      expect(gaps).toEqual(findGaps(text));
    }),
    { numRuns: 2000 },
  );
});

it('the segments join to the whole text', () => {
  fc.assert(
    fc.property(parts, (text) => {
      expect(
        splitAtGaps(text)
          .map(({ text }) => text)
          .join(''),
      ).toBe(text);
    }),
  );
});
