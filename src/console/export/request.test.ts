import { describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS, ExportQuery } from '#contract/desk/export.ts';
import { readChoices } from './choices.ts';
import { COLUMN_GROUPS, USUAL_COLUMNS, inOrder } from './columns.ts';
import { exportQuery, exportScope } from './request.ts';

const TODAY = '2026-03-05';
const scopeOf = (search: string) => exportScope('a@x.example', new URLSearchParams(search), TODAY);
const days = (search: string) => {
  const scope = scopeOf(search).days;
  return scope && [scope.desde, scope.hasta];
};

describe('what an address of the inbox stands for', () => {
  it('has days that can be told', () => {
    expect(days('')).toEqual(['2025-12-05', TODAY]);
    expect(days('desde=-7d&hasta=ayer')).toEqual(['2026-02-26', '2026-03-04']);
    expect(days('hasta=2026-03-01')).toEqual(['2025-12-05', '2026-03-01']);
    expect(days('desde=nunca')).toEqual(['2025-12-05', TODAY]);
  });

  it('has those of its view where it says none', () => {
    expect(days('vista=esperando')).toEqual(['2025-12-05', TODAY]);
    expect(days('vista=0199a3c2-0000-7000-8000-000000000000')).toEqual(['2025-12-05', TODAY]);
    expect(days('vista=esperando&desde=-30d')).toEqual(['2026-02-03', TODAY]);
    expect(days('vista=hoy')).toEqual([TODAY, TODAY]);
    expect(days('vista=hoy&desde=ayer')).toEqual(['2026-03-04', TODAY]);
    expect(days('vista=pospuestas')).toBeUndefined();
    expect(days('vista=pospuestas&desde=-7d')).toEqual(['2026-02-26', TODAY]);
    expect(days('vista=pospuestas&hasta=ayer')).toEqual([undefined, '2026-03-04']);
  });

  it('is every page of it, whichever is shown', () => {
    expect(scopeOf('pagina=3&abrir=primera')).toEqual(scopeOf(''));
  });

  it('is asked in a way that the gateway takes', () => {
    const search = 'agencia=b@x.example&operador=o@x.example&externalid=x&buscar=%C3%B1&mias=si&vista=tarde';
    const query = exportQuery(scopeOf(search), readChoices(null, 'es'), 'UTC');
    expect(ExportQuery.parse(query)).toEqual({
      operador: 'o@x.example',
      externalid: 'x',
      desde: '2025-12-05',
      hasta: TODAY,
      buscar: 'ñ',
      mias: 'si',
      vista: 'tarde',
      columns: USUAL_COLUMNS.join(','),
      zone: 'UTC',
      locale: 'es',
      bom: '1',
    });
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
    const usual = { columns: USUAL_COLUMNS, locale: 'en', bom: true };
    for (const kept of [null, '', '{', '[]', '{"columns":[]}'])
      expect(readChoices(kept, 'en')).toEqual(usual);
    const old = { columns: ['Gone', 'sid'], locale: 'es', bom: true };
    expect(readChoices(JSON.stringify(old), 'en').columns).toEqual(['sid']);
    expect(readChoices(JSON.stringify({ ...old, columns: ['Gone'] }), 'en').columns).toEqual(USUAL_COLUMNS);
  });
});
