import { describe, expect, it } from 'vitest';
import type { Template } from '#contract/desk/templates.ts';
import { readTemplatesAddress, templatesAt } from './address.ts';

const template = (name: string, more: Partial<Template> = {}): Template => ({
  id: crypto.randomUUID(),
  name,
  subject: '',
  text: 'Hola',
  shared: false,
  by: { id: 'ME', name: 'Valeria Sosa' },
  mayEdit: true,
  version: 1,
  ...more,
});
const TEMPLATES = [
  template('Cotización', { subject: 'Tu cotización' }),
  template('Saludo', { shared: true, text: 'Hola {{nombre}}' }),
  template('Visita', { shared: true, by: { id: 'OTHER', name: 'Inés Núñez' } }),
];
const names = (search: string) =>
  templatesAt(readTemplatesAddress(new URLSearchParams(search)), TEMPLATES, 'ME').map(({ name }) => name);

describe('the list at an address', () => {
  it.each([
    ['', ['Cotización', 'Saludo', 'Visita']],
    ['q=cotizacion', ['Cotización']],
    ['q=NOMBRE', ['Saludo']],
    ['q=nunez', ['Visita']],
    ['q=%20', ['Cotización', 'Saludo', 'Visita']],
    ['kind=own', ['Cotización', 'Saludo']],
    ['kind=shared', ['Saludo', 'Visita']],
    ['kind=shared&q=hola', ['Saludo', 'Visita']],
    ['q=nada', []],
    ['kind=else', ['Cotización', 'Saludo', 'Visita']],
  ])('?%s', (search, expected) => expect(names(search)).toEqual(expected));

  it('says what it could not read', () => {
    expect(readTemplatesAddress(new URLSearchParams('kind=else')).unreadable).toEqual([
      { parameter: 'kind', value: 'else' },
    ]);
  });
});
