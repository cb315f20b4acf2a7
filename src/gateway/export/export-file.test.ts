import { randomUUID } from 'node:crypto';
import readWorkbook from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { EXPORT_COLUMNS, ExportDocument } from '#contract/desk/export.ts';
import { consulta, openExportWorld, sidAt } from '#testing/export-world.ts';
import { FOREIGN, OWN, json } from '#testing/gateway-world.ts';

async function readSheets(bytes: Buffer) {
  const sheets = await readWorkbook(Uint8Array.from(bytes).buffer);
  // A fraction of a day is no exact number, and the library rounds it down.
  const round = (cell: unknown) =>
    cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell;
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data.map((row) => row.map(round))]));
}

describe('a file', () => {
  it('is written as its reader reads', async () => {
    await using desk = await openExportWorld('sqlite', [
      consulta(1),
      consulta(2, { Interesado: { Nombre: '=1+1', Comentario: '@x', Apellido: null } }),
    ]);
    const partner = await desk.as('partner');
    const columns = 'Interesado.Nombre,Interesado.Comentario,Auto.Kilometraje,Momento,Interesado.Apellido';
    const english = await partner.file(`columns=${columns}&headers=interface&locale=en&bom=1&zone=UTC`);
    expect(english.text).toBe(
      `\uFEFF${columns.replace('Momento', 'Momento (UTC)')}\n` +
        `Ana,"Hola;\r\n""vos""",1234.5,2026-03-05 13:00:00,\n` +
        `'=1+1,'@x,1234.5,2026-03-05 13:00:00,\n`,
    );
    const spanish = await partner.file(`columns=Interesado.Comentario,Auto.Kilometraje`);
    expect(spanish.text).toBe(`Comentario;Kilometraje\n"Hola;\r\n""vos""";1234,5\n'@x;1234,5\n`);
    const [head = ''] = (await partner.file('headers=interface')).text.split('\n');
    expect(head.split(';').map((name) => name.replace(/ \(.*/, ''))).toEqual([...EXPORT_COLUMNS]);
  });

  it('has the names of the dialog in its language, or those of the interface', async () => {
    await using desk = await openExportWorld();
    const partner = await desk.as('partner');
    for (const [search, head] of [
      ['', 'Momento (UTC);Correo'],
      ['&locale=en', 'Time (UTC),Email'],
      ['&headers=interface', 'Momento (UTC);Interesado.Email'],
    ] as const) {
      const { text } = await partner.file(`columns=Momento,Interesado.Email&zone=UTC${search}`);
      expect(text.split('\n')[0]).toBe(head);
    }
  });

  it('is JSON with typed values', async () => {
    await using desk = await openExportWorld('sqlite', [consulta(1), consulta(2, { Interesado: {} })]);
    const seller = await desk.as('seller');
    await seller.change(1, { kind: 'touch', how: 'call' });
    const columns = [
      'Momento',
      'Interesado.Comentario',
      'Interesado.Apellido',
      'Auto.Precio.Importe',
      'Seguimiento.Estado',
      'Reloj.Minutos',
      'Reloj.ATiempo',
    ];
    const search = `format=json&bom=1&columns=${columns.join()}`;
    const { text, name } = await seller.file(`${search}&headers=interface`);
    expect(name).toBe(`consultas-${OWN}-2026-03-05.json`);
    const [first, second] = ExportDocument.parse(JSON.parse(text)).rows;
    expect(first).toEqual({
      Momento: '2026-03-05T10:00:00-03:00',
      'Interesado.Comentario': 'Hola;\r\n"vos"',
      'Interesado.Apellido': null,
      'Auto.Precio.Importe': 10.5,
      'Seguimiento.Estado': 'answered',
      'Reloj.Minutos': 90,
      'Reloj.ATiempo': false,
    });
    expect(second).toMatchObject({ 'Interesado.Comentario': null, 'Reloj.Minutos': null });
    const named = await seller.file(`${search}&locale=en&zone=UTC`);
    expect(ExportDocument.parse(JSON.parse(named.text)).rows[0]).toMatchObject({
      Time: '2026-03-05T13:00:00+00:00',
      Comment: 'Hola;\r\n"vos"',
      'On time': false,
    });
  });

  it('is a workbook with typed values and the facts of the export', async () => {
    const Interesado = { Nombre: '=1+1', Telefono: '+54 11 5555', DocIdentidad: 30123456 };
    await using desk = await openExportWorld('sqlite', [consulta(1, { Interesado })]);
    const partner = await desk.as('partner');
    const columns = [
      'Momento',
      'Interesado.Nombre',
      'Interesado.Telefono',
      'Interesado.DocIdentidad',
      'Auto.Precio.Importe',
      'Auto.VersionYear',
      'Reloj.ATiempo',
    ];
    const search = `format=xlsx&desde=2026-03-01&columns=${columns.join()}`;
    const whole = await partner.file(`${search}&headers=interface`);
    expect(whole.name).toBe(`consultas-${OWN}-2026-03-01-2026-03-05.xlsx`);
    const zone = 'America/Argentina/Buenos_Aires';
    expect(await readSheets(whole.bytes)).toEqual({
      Consultas: [
        columns.map((column) => (column === 'Momento' ? `${column} (${zone})` : column)),
        [new Date('2026-03-05T10:00:00Z'), '=1+1', '+54 11 5555', '30123456', 10.5, null, 'no'],
      ],
      Exportación: [
        ['Exportación de consultas', null],
        ['Exportado', '2026-03-05 11:30:00'],
        ['Zona horaria', zone],
        ['Cantidad de consultas', '1'],
        ['Coincidían al empezar', '1'],
        ['Datos de contacto', 'completos'],
        ['Estado', 'completa'],
      ],
    });
    desk.world.clock.now += 60_000;
    desk.world.upstream.answer = json({}, 400);
    const partial = await partner.file(`${search}&locale=en&masked=1&zone=UTC`);
    expect(partial.name).toMatch(/-enmascarado-parcial\.xlsx$/);
    const { Inquiries: [, row] = [], Export: facts = [] } = await readSheets(partial.bytes);
    expect(row?.slice(0, 4)).toEqual([new Date('2026-03-05T13:00:00Z'), '•••', '+•• •• 5555', '•••456']);
    expect(facts.slice(5)).toEqual([
      ['Contact data', 'masked'],
      ['State', 'PARTIAL'],
      [expect.stringContaining(`PARTIAL: ${OWN}: inquiries may be missing from 2026-03-05`), null],
    ]);
  });

  it('is valid JSON without rows, in many batches, and when it is partial', async () => {
    await using desk = await openExportWorld();
    const partner = await desk.as('partner');
    const read = async (search: string) =>
      ExportDocument.parse(JSON.parse((await partner.file(`format=json&columns=sid&${search}`)).text));
    expect(await read('marca=Fiat')).toEqual({ rows: [], missing: [] });
    await desk.index(Array.from({ length: 250 }, (_, at) => consulta(at + 10)));
    expect((await read('')).rows).toHaveLength(253);
    desk.world.clock.now += 60_000;
    desk.world.upstream.answer = json({}, 400);
    const { rows, missing } = await read('');
    expect([rows.length, missing]).toEqual([
      253,
      [{ agencia: OWN, desde: '2026-03-05', hasta: '2026-03-05', reason: 'stale' }],
    ]);
  });

  it('is masked, also in its name, in both formats', async () => {
    const Interesado = {
      Nombre: 'Ana Canaria',
      Apellido: 'Pérez',
      Email: 'ana.canaria@x.example',
      Telefono: '+54 9 11 5555 1234',
      DocIdentidad: '30123456',
      Comentario: 'Soy Ana: 11 5555-1234 o ana.canaria@x.example',
    };
    await using desk = await openExportWorld('sqlite', [consulta(1, { Interesado })]);
    const support = await desk.as('support');
    const columns = Object.keys(Interesado).map((name) => `Interesado.${name}`);
    const csv = await support.file(`masked=1&locale=en&columns=${columns.join()}`);
    expect(csv.name).toBe(`consultas-${OWN}-2026-03-05-enmascarado.csv`);
    expect(csv.text.split('\n')[1]).toBe(
      `Ana C•••,P•••,a•••@x.example,'+54 9 11 •••• 1234,•••456,Soy Ana: ••• o •••`,
    );
    const { text } = await support.file('masked=1&format=json');
    const whole = `${csv.text}${text}`;
    expect(text).toContain('+54 9 11 •••• 1234');
    for (const secret of ['Canaria', 'canaria', 'Pérez', '5555', '30123'])
      expect(whole).not.toContain(secret);
  });

  it('403: is only masked for support', async () => {
    await using desk = await openExportWorld();
    const { ask, file } = await desk.as('support');
    for (const search of ['', 'masked=0', 'columns=sid', 'format=json']) {
      const answer = await ask(search);
      expect([answer.statusCode, answer.json().Type]).toEqual([403, '/problems/forbidden']);
    }
    await file('masked=1');
    const [done, ...refused] = await desk.fetchAuditEntries();
    expect([done?.outcome, refused.map(({ outcome, code }) => [outcome, code])]).toEqual([
      'done',
      Array.from({ length: 4 }, () => ['refused', 'forbidden']),
    ]);
    for (const role of ['seller', 'partner'] as const) {
      const person = await desk.as(role);
      expect((await person.ask()).statusCode).toBe(200);
      expect((await person.file('masked=1&columns=Interesado.Email')).text).toContain('a•••@x.example');
    }
  });

  it('has its purpose in its audit entry, which a masked one may have', async () => {
    await using desk = await openExportWorld();
    const partner = await desk.as('partner');
    for (const search of ['purpose=Informe', 'masked=1&purpose=Prueba', 'masked=1'])
      await partner.file(search);
    const entries = await desk.fetchAuditEntries();
    expect(entries.map(({ request }) => request?.purpose)).toEqual([undefined, 'Prueba', 'Informe']);
    const csv = await partner.get('/desk/audit/export?action=exportInquiries');
    expect(csv.body).toContain(',csv,no,Informe,');
  });

  it('is named partial and says what may be missing where an agency could not be read', async () => {
    await using desk = await openExportWorld();
    const partner = await desk.as('partner');
    desk.world.clock.now += 60_000;
    desk.world.upstream.answer = json({ _entries: null });
    const { text, name, missing, rows } = await partner.file('columns=sid&desde=2026-03-01');
    expect(name).toBe(`consultas-${OWN}-2026-03-01-2026-03-05-parcial.csv`);
    expect(missing).toEqual([{ agencia: OWN, desde: '2026-03-05', hasta: '2026-03-05', reason: 'stale' }]);
    expect(text.split('\n')).toEqual([
      'Identificador (sid)',
      sidAt(1),
      sidAt(2),
      sidAt(3),
      `PARCIAL: ${OWN}: pueden faltar consultas del 2026-03-05 al 2026-03-05: el servicio no respondió`,
      '',
    ]);
    expect(rows).toBe(3);
    // No gaps on earlier days.
    expect((await partner.file('hasta=2026-03-04')).missing).toEqual([]);
  });

  it('400: what is no export', async () => {
    await using desk = await openExportWorld();
    const partner = await desk.as('partner');
    for (const [search, field] of [
      ['desde=hoy', 'desde'],
      ['operador=x', 'operador'],
      ['columns=', 'columns'],
      ['columns=sid,sid', 'columns'],
      ['columns=sid,constructor', 'columns'],
      ['zone=America/Nowhere', 'zone'],
      ['locale=fr', 'locale'],
      ['bom=yes', 'bom'],
      ['format=xml', 'format'],
      ['headers=none', 'headers'],
      ['masked=yes', 'masked'],
      ['vista=todas', 'vista'],
      [`buscar=${'x'.repeat(201)}`, 'buscar'],
      ['pagina=2', '_'],
    ]) {
      const answer = await partner.ask(search);
      expect([search, answer.statusCode, answer.json().Errors]).toEqual([
        search,
        400,
        { [field ?? '']: ['invalid'] },
      ]);
    }
    for (const [purpose, code] of [
      ['', 'invalid'],
      ['Para ana@x.example', 'has-contact'],
      ['Llamar al 11 5555 1234', 'has-contact'],
    ]) {
      const answer = await partner.ask(`purpose=${purpose}`);
      expect([answer.statusCode, answer.json().Errors]).toEqual([400, { purpose: [code] }]);
    }
    const withoutPurpose = await partner.send('POST', '/desk/exports', { id: randomUUID(), masked: '0' });
    expect([withoutPurpose.statusCode, withoutPurpose.json().Errors]).toEqual([
      400,
      { purpose: ['invalid'] },
    ]);
    expect((await partner.ask('', 'x')).json().Errors).toEqual({ id: ['invalid'] });
    const foreign = await (await desk.as('seller')).ask(`agencia=${FOREIGN}`);
    expect(foreign.json().Type).toBe('/problems/foreign-agency');
    expect(desk.world.upstreamRequests).toEqual([]);
  });
});
