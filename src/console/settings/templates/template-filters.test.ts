import { describe, expect, it } from 'vitest';
import type { Template } from '#contract/desk/templates.ts';
import { filterTemplates, parseTemplateFilters } from './template-filters.ts';

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
  filterTemplates(parseTemplateFilters(new URLSearchParams(search)), TEMPLATES, 'ME').map(({ name }) => name);

describe('filtered templates', () => {
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
  ])('are those of the address ?%s', (search, expected) => expect(names(search)).toEqual(expected));

  it('lists the parameters that it could not read', () => {
    expect(parseTemplateFilters(new URLSearchParams('kind=else')).unreadable).toEqual([
      { parameter: 'kind', value: 'else' },
    ]);
  });
});
