import { describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS, ExportQuery } from '#contract/desk/export.ts';
import { ALL_AGENCIES } from '#contract/queue-names.ts';
import { readChoices } from './export-options.ts';
import { COLUMN_GROUPS, DEFAULT_COLUMNS, inOrder } from './export-columns.ts';
import { exportQuery, exportScope } from './export-query.ts';

const TODAY = '2026-03-05';
const OWN = ['a@x.example'];
const scopeOf = (search: string, agencias = OWN) => exportScope(agencias, new URLSearchParams(search), TODAY);

describe('what an address of the inbox stands for', () => {
  it('has its days, resolved', () => {
    const days = (search: string) => [scopeOf(search).desde, scopeOf(search).hasta];
    expect(days('')).toEqual([undefined, undefined]);
    expect(days('desde=-7d&hasta=ayer')).toEqual(['2026-02-26', '2026-03-04']);
    expect(days('desde=nunca')).toEqual([undefined, undefined]);
  });

  it('is every page of it, whichever is shown', () => {
    expect(scopeOf('pagina=3&abrir=primera')).toEqual(scopeOf(''));
  });

  it('is asked in a way that the gateway takes', () => {
    const search = 'operador=o@x.example&externalid=x&buscar=%C3%B1&mias=si&vista=tarde&hasta=hoy';
    const query = exportQuery(scopeOf(search), readChoices(null, 'es'), 'UTC');
    expect(ExportQuery.parse(query)).toEqual({
      agencia: OWN,
      operador: 'o@x.example',
      externalid: 'x',
      hasta: TODAY,
      buscar: 'ñ',
      mias: 'si',
      vista: 'tarde',
      columns: DEFAULT_COLUMNS.join(','),
      zone: 'UTC',
      locale: 'es',
      bom: '1',
    });
    expect(scopeOf('', [ALL_AGENCIES]).agencias).toBeUndefined();
  });
});

describe('columns', () => {
  it('are each offered once', () => {
    const offered = COLUMN_GROUPS.flatMap(({ columns }) => columns.map(([column]) => column));
    expect(offered.toSorted()).toEqual([...EXPORT_COLUMNS].toSorted());
  });

  it('are in the order of the file, whichever was chosen first', () => {
    expect(inOrder(['Reloj.Vence', 'Momento', 'sid'])).toEqual(['Momento', 'sid', 'Reloj.Vence']);
  });
});

describe('choices', () => {
  it('are those of last time', () => {
    const kept = { columns: ['Momento', 'sid'], locale: 'en' as const, bom: false };
    expect(readChoices(JSON.stringify(kept), 'es')).toEqual(kept);
  });

  it('are the usual ones where nothing was kept, or nothing of use', () => {
    const usual = { columns: DEFAULT_COLUMNS, locale: 'en', bom: true };
    for (const kept of [null, '', '{', '[]', '{"columns":[]}'])
      expect(readChoices(kept, 'en')).toEqual(usual);
    const old = { columns: ['Gone', 'sid'], locale: 'es', bom: true };
    expect(readChoices(JSON.stringify(old), 'en').columns).toEqual(['sid']);
    expect(readChoices(JSON.stringify({ ...old, columns: ['Gone'] }), 'en').columns).toEqual(DEFAULT_COLUMNS);
  });
});
