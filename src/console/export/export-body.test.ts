import { describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS, ExportInquiries } from '#contract/desk/export.ts';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { parseExportOptions } from './export-options.ts';
import { COLUMN_GROUPS, DEFAULT_COLUMNS, sortColumns } from './export-columns.ts';
import { createExportBody, exportScope } from './export-body.ts';

const TODAY = '2026-03-05';
const OWN = ['a@x.example'];
const scopeOf = (search: string, agencias = OWN) => exportScope(agencias, new URLSearchParams(search), TODAY);

describe('the export of an address', () => {
  it('has its relative days as dates', () => {
    const days = (search: string) => [scopeOf(search).desde, scopeOf(search).hasta];
    expect(days('')).toEqual([undefined, undefined]);
    expect(days('desde=-7d&hasta=ayer')).toEqual(['2026-02-26', '2026-03-04']);
    expect(days('desde=nunca')).toEqual([undefined, undefined]);
  });

  it('has the rows of every page', () => {
    expect(scopeOf('pagina=3&abrir=primera')).toEqual(scopeOf(''));
  });

  it('is a query that the gateway accepts', () => {
    const search = 'operador=o@x.example&externalid=x&buscar=%C3%B1&mias=si&vista=tarde&hasta=hoy';
    const id = crypto.randomUUID();
    const query = createExportBody(scopeOf(search), parseExportOptions(null, 'es'), 'UTC', 'Informe');
    expect(ExportInquiries.parse({ id, ...query })).toEqual({
      id,
      purpose: 'Informe',
      agencia: OWN,
      operador: 'o@x.example',
      externalid: 'x',
      hasta: TODAY,
      buscar: 'ñ',
      mias: 'si',
      vista: 'tarde',
      columns: DEFAULT_COLUMNS.join(','),
      zone: 'UTC',
      format: 'csv',
      locale: 'es',
      headers: 'names',
      bom: '1',
      masked: '0',
    });
    expect(scopeOf('', [ALL_AGENCIES]).agencias).toBeUndefined();
  });
});

describe('columns', () => {
  it('belong to one group each', () => {
    const grouped = COLUMN_GROUPS.flatMap(({ columns }) => columns);
    expect(grouped.toSorted()).toEqual([...EXPORT_COLUMNS].toSorted());
  });

  it('are sorted as in the file', () => {
    expect(sortColumns(['Reloj.Vence', 'Momento', 'sid'])).toEqual(['Momento', 'sid', 'Reloj.Vence']);
  });
});

describe('options', () => {
  it('are restored from the last export', () => {
    const stored = {
      columns: ['Momento', 'sid'],
      format: 'json',
      locale: 'en',
      headers: 'interface',
      bom: false,
      masked: true,
    };
    expect(parseExportOptions(JSON.stringify(stored), 'es')).toEqual(stored);
  });

  it('are the defaults where nothing usable is stored', () => {
    const csv = { format: 'csv', headers: 'names', masked: false };
    const defaults = { ...csv, columns: DEFAULT_COLUMNS, locale: 'en', bom: true };
    for (const stored of [null, '', '{', '[]', '{"columns":[]}'])
      expect(parseExportOptions(stored, 'en')).toEqual(defaults);
    const old = { columns: ['Gone', 'sid'], locale: 'es', bom: true };
    expect(parseExportOptions(JSON.stringify(old), 'en')).toEqual({ ...csv, ...old, columns: ['sid'] });
    expect(parseExportOptions(JSON.stringify({ ...old, columns: ['Gone'] }), 'en').columns).toEqual(
      DEFAULT_COLUMNS,
    );
  });
});
