import { sql } from 'kysely';
import readWorkbook from 'read-excel-file/universal';
import { describe, expect, it, vi } from 'vitest';
import { Job } from '#contract/desk/jobs.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { onEachEngine } from '#testing/engines.ts';
import { WAIT, consulta, openExportWorld, sidAt } from '#testing/export-world.ts';
import { CONSOLE, FOREIGN, OWN, json } from '#testing/gateway-world.ts';

onEachEngine((engine) => {
  it('200: everything that matches, with what people did about it', async () => {
    await using desk = await openExportWorld(engine);
    const seller = await desk.as('seller');
    const change = { kind: 'status', status: 'lost', lostReason: 'price' };
    for (const what of [{ kind: 'touch', how: 'call' }, change]) await seller.change(2, what);
    const columns = [
      'sid',
      'Momento',
      'Auto.Precio.Importe',
      'Interesado.Telefono',
      'Seguimiento.Estado',
      'Seguimiento.Motivo',
      'Seguimiento.PrimerIntento.Por',
      'Reloj.Vence',
      'Reloj.Minutos',
      'Reloj.ATiempo',
    ];
    const { text, name, rows, missing } = await seller.file(
      `desde=2026-03-01&hasta=2026-03-05&headers=interface&columns=${columns.join()}`,
    );
    const zone = 'America/Argentina/Buenos_Aires';
    expect(text.split('\n')).toEqual([
      columns.map((column) => (/^Momento|Vence/.test(column) ? `${column} (${zone})` : column)).join(';'),
      `${sidAt(1)};2026-03-05 10:00:00;10,5;'+54 11 5555;nueva;;;2026-03-05 10:30:00;;no`,
      `${sidAt(2)};2026-03-05 10:00:00;10,5;'+54 11 5555;perdida;precio;Valeria Sosa;2026-03-05 10:30:00;90;no`,
      `${sidAt(3)};2026-03-05 10:00:00;10,5;'+54 11 5555;nueva;;;2026-03-05 10:30:00;;no`,
      '',
    ]);
    expect([rows, missing, name]).toEqual([3, [], `consultas-${OWN}-2026-03-01-2026-03-05.csv`]);
  });

  it('is a workbook in any number of parts', async () => {
    await using desk = await openExportWorld(engine);
    const partner = await desk.as('partner');
    const { bytes } = await partner.file('format=xlsx&columns=sid&marca=Fiat');
    const empty = await readWorkbook(Uint8Array.from(bytes).buffer);
    expect(empty[0]?.data).toEqual([['Identificador (sid)']]);
    await desk.index(Array.from({ length: 1200 }, (_, at) => consulta(at + 10)));
    const large = await partner.file('format=xlsx&columns=sid');
    const [inquiries] = await readWorkbook(Uint8Array.from(large.bytes).buffer);
    expect([large.rows, new Set(inquiries?.data.map(([sid]) => sid)).size]).toEqual([1203, 1204]);
    expect((await partner.get(`/desk/jobs/${large.id}/file`)).headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  });

  it('has what the inbox shows of an address, in its order, whatever its age', async () => {
    await using desk = await openExportWorld(engine, [
      consulta(5, { Momento: '2026-03-05T11:20:00.000-03:00' }),
      consulta(1),
      consulta(2, { Auto: { Marca: 'Citroën' } }),
      consulta(4, { Interesado: { Nombre: 'Juan', Apellido: 'Pérez', Telefono: '011 4444-5555' } }),
      consulta(3, { Momento: '2025-06-04T10:00:00.000-03:00' }),
    ]);
    const seller = await desk.as('seller');
    await seller.change(1, { kind: 'touch', how: 'call' });
    await seller.change(2, { kind: 'claim', claimed: true });
    await seller.change(4, { kind: 'snooze', until: Date.parse('2026-03-06T12:00:00Z') });
    await desk.world.call(`/desk/follow-up/${OWN}/${sidAt(3)}/seen`, {
      method: 'PUT',
      headers: { ...CONSOLE, cookie: seller.cookie },
    });
    for (const [search, sids] of [
      ['', [5, 1, 2, 4, 3]],
      ['desde=2026-03-01', [5, 1, 2, 4]],
      ['hasta=2026-03-04', [3]],
      ['marca=citroen', [2]],
      ['buscar=perez', [4]],
      ['buscar=44445555', [4]],
      ['mias=si', [2]],
      ['seguimiento=sin-leer', [5, 2, 4]],
      ['seguimiento=pospuesta', [4]],
      ['vista=esperando', [5, 2]],
      ['vista=esperando&marca=ford', [5]],
      ['vista=tarde', [2]],
      ['vista=viejas', [3]],
      ['vista=mias', [2]],
      ['vista=hoy', [5, 1, 2, 4]],
      ['vista=pospuestas', [4]],
    ] as const)
      expect([search, await seller.sids(search)]).toEqual([search, sids]);
    const late = await seller.file('vista=tarde&desde=2026-03-01');
    expect([late.rows, late.name]).toEqual([1, `consultas-${OWN}-tarde-2026-03-01-2026-03-05.csv`]);
    expect((await seller.file('vista=mias')).name).toBe(`consultas-${OWN}-mias-2026-03-05.csv`);
    // Results depend on the caller.
    const support = await desk.as('support');
    expect([
      await support.sids('masked=1&vista=mias'),
      await support.sids('masked=1&seguimiento=sin-leer'),
    ]).toEqual([[], [5, 2, 4, 3]]);
  });

  it('is of several agencies, and of none that the person may not see', async () => {
    const foreign = consulta(9, { _links: { self: { href: `/v3/consultas/${FOREIGN}/${sidAt(9)}` } } });
    await using desk = await openExportWorld(engine, [consulta(1), foreign], [OWN, FOREIGN]);
    const ask = async (role: Role, search: string) => {
      const person = await desk.as(role);
      const query = `headers=interface&columns=Agencia,sid&agencia=${search}`;
      const reply = await person.ask(query);
      if (reply.statusCode !== 200) return [reply.statusCode, ''];
      const { id } = Job.parse(reply.json());
      await person.waitForEnd(id);
      return [200, (await person.download(id)).body];
    };
    const both = `Agencia;sid\n${OWN};${sidAt(1)}\n${FOREIGN};${sidAt(9)}\n`;
    expect(await ask('partner', '')).toEqual([200, both]);
    expect(await ask('partner', `${OWN}&agencia=${FOREIGN}`)).toEqual([200, both]);
    expect(await ask('seller', '')).toEqual([200, `Agencia;sid\n${OWN};${sidAt(1)}\n`]);
    expect(await ask('seller', `${OWN}&agencia=${FOREIGN}`)).toEqual([403, '']);
    const entries = await desk.fetchAuditEntries('&outcome=done');
    expect(entries.map(({ agency, request }) => [agency, request?.agencies])).toEqual([
      [OWN, undefined],
      [null, [OWN, FOREIGN]],
      [null, undefined],
    ]);
  });

  it('a person limited to their own inquiries exports only those', async () => {
    const others = consulta(1, { OperadorResponsable: 'otra@x.example' });
    await using desk = await openExportWorld(engine, [others, consulta(2)]);
    await desk.db.updateTable('person_agency').set({ own_inquiries_only: 1 }).execute();
    await desk.db
      .updateTable('inquiry')
      .set({ operator_key: desk.world.mail('seller') })
      .where('sid', '=', sidAt(2))
      .execute();
    const seller = await desk.as('seller');
    expect(await seller.sids('')).toEqual([2]);
    expect(await seller.sids('operador=otra@x.example')).toEqual([]);
    const [last] = await desk.fetchAuditEntries();
    expect(last?.request?.filters).toEqual(['operador']);
  });

  it('has what arrived just now without a webhook', async () => {
    await using desk = await openExportWorld(engine);
    const partner = await desk.as('partner');
    desk.world.clock.now += 60_000;
    desk.list.unshift(consulta(4, { Momento: '2026-03-05T11:30:30.000-03:00' }));
    expect(await partner.sids('')).toEqual([4, 1, 2, 3]);
  });

  describe('is in the audit once', () => {
    const whose = { agency: OWN, status: 200, code: null };
    const whole = { missing: [], moreMissing: 0 };

    it('the audit records the request without the search text, and the number of rows', async () => {
      await using desk = await openExportWorld(engine);
      const support = await desk.as('support');
      await support.file(
        'masked=1&desde=2026-03-01&buscar=Ana%20Canaria&marca=Ford&externalid=X-1&columns=sid',
      );
      await support.file('masked=1&vista=pospuestas&hasta=2026-03-04');
      await support.file('masked=1&format=json');
      const done = { ...whose, outcome: 'done', person: expect.objectContaining({ role: 'support' }) };
      const entries = await desk.fetchAuditEntries();
      expect(entries).toEqual([
        expect.objectContaining({
          ...done,
          request: { from: null, to: null, view: null, filters: [], format: 'json', masked: true },
          result: { ...whole, rows: 3 },
        }),
        expect.objectContaining({
          ...done,
          request: {
            from: null,
            to: '2026-03-04',
            view: 'pospuestas',
            filters: [],
            format: 'csv',
            masked: true,
          },
          result: { ...whole, rows: 0 },
        }),
        expect.objectContaining({
          ...done,
          request: {
            from: '2026-03-01',
            to: null,
            view: null,
            filters: ['externalid', 'buscar', 'marca'],
            format: 'csv',
            masked: true,
          },
          result: { ...whole, rows: 0 },
        }),
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/Canaria|Ford|X-1/);
    });

    it('from its start on, and whole before its file can be had', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = await partner.start();
      await service.called;
      const [before] = await desk.fetchAuditEntries();
      expect([before?.outcome, before?.result, before?.status]).toEqual(['unknown', null, null]);
      expect((await partner.download(id)).statusCode).toBe(404);
      service.release();
      await partner.waitForEnd(id);
      expect((await desk.fetchAuditEntries()).map(({ outcome, target }) => [outcome, target])).toEqual([
        ['done', id],
      ]);
    });

    it('an incomplete export is recorded as partial, with the missing days', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      desk.world.clock.now += 60_000;
      desk.world.upstream.answer = json({}, 400);
      await partner.file('desde=2026-03-01');
      const missing = [{ agencia: OWN, desde: '2026-03-05', hasta: '2026-03-05', reason: 'stale' }];
      const partial = { ...whose, outcome: 'partial', result: { rows: 3, missing, moreMissing: 0 } };
      expect(await desk.fetchAuditEntries()).toEqual([expect.objectContaining(partial)]);
      expect(await desk.fetchAuditEntries('&outcome=partial')).toHaveLength(1);
      expect(await desk.fetchAuditEntries('&outcome=done')).toHaveLength(0);
      const cookie = await desk.world.signIn('partner');
      const csv = await desk.world.call('/desk/audit/export?action=exportInquiries', { headers: { cookie } });
      expect(csv.body).toContain(
        `,Parcial,200,,2026-03-01,,,,3,${OWN}: 2026-03-05: el servicio no respondió,csv,no`,
      );
    });

    it('a cancelled export is recorded as cancelled and leaves no file', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      const service = desk.holdService();
      const id = await partner.start();
      await service.called;
      expect((await partner.setState(id, 'cancelled')).statusCode).toBe(200);
      service.release();
      const result = { ...whole, rows: 0 };
      expect(await desk.fetchAuditEntries()).toEqual([
        expect.objectContaining({ ...whose, outcome: 'cancelled', result }),
      ]);
      await partner.file();
      expect((await partner.download(id)).statusCode).toBe(404);
      const parts = await desk.db
        .selectFrom('export_part')
        .select('job_id')
        .where('job_id', '=', id)
        .execute();
      expect(parts).toEqual([]);
      expect(desk.parseLog()).toEqual([]);
    });

    it('an export is recorded as refused when a right is revoked, and as cancelled when access is', async () => {
      await using desk = await openExportWorld(engine);
      const people = () => desk.db.updateTable('person').where('mail', '=', desk.world.mail('seller'));
      for (const [takeAway, outcome, code] of [
        [() => people().set({ role: 'support' }).execute(), 'refused', 'forbidden'],
        [
          () => desk.db.updateTable('person_agency').set({ admin_mail: FOREIGN }).execute(),
          'refused',
          'foreign-agency',
        ],
        [
          () =>
            desk.db.updateTable('person_agency').set({ admin_mail: OWN, own_inquiries_only: 1 }).execute(),
          'refused',
          'foreign-agency',
        ],
        [() => people().set({ disabled_at: 1 }).execute(), 'cancelled', null],
      ] as const) {
        const seller = await desk.as('seller');
        const service = desk.holdService();
        // All of the person's agencies, without naming one.
        await seller.start('agencia=');
        await service.called;
        await takeAway();
        service.release();
        await vi.waitFor(async () => {
          const [last] = await desk.fetchAuditEntries();
          expect([last?.outcome, last?.code, last?.result?.rows]).toEqual([outcome, code, 0]);
        }, WAIT);
        expect(await desk.db.selectFrom('export_part').select('number').execute()).toEqual([]);
        await people().set({ role: 'seller' }).execute();
        await desk.db.updateTable('person_agency').set({ admin_mail: OWN, own_inquiries_only: 0 }).execute();
      }
      expect(desk.parseLog()).toEqual([]);
    });

    it('an export that fails repeatedly is recorded as failed and logged', async () => {
      await using desk = await openExportWorld(engine);
      const partner = await desk.as('partner');
      await sql`alter table follow_up rename to elsewhere`.execute(desk.db);
      const id = await partner.start();
      await vi.waitFor(async () => {
        const row = await desk.db
          .selectFrom('job_row')
          .innerJoin('job', 'job.id', 'job_id')
          .select(['attempts', 'claimed_by'])
          .where('number', '=', 2)
          .executeTakeFirst();
        expect(row).toEqual({ attempts: 1, claimed_by: null });
      }, WAIT);
      // The row has as many attempts as if it had been tried for long.
      await desk.db.updateTable('job_row').set({ attempts: 6, due_at: 1 }).where('number', '=', 2).execute();
      for (const state of ['paused', 'running'] as const) await partner.setState(id, state);
      await vi.waitFor(
        async () => expect((await desk.fetchAuditEntries())[0]?.outcome).not.toBe('unknown'),
        WAIT,
      );
      const failed = { outcome: 'failed', code: 'internal', result: { ...whole, rows: 0 } };
      expect(await desk.fetchAuditEntries()).toEqual([expect.objectContaining(failed)]);
      expect(await partner.fetchJob(id)).toMatchObject({
        state: 'done',
        file: { failure: 'internal', until: null },
      });
      expect(desk.parseLog()).toContainEqual(
        expect.objectContaining({ level: 50, msg: 'a row of a job failed' }),
      );
      expect((await partner.send('POST', `/desk/jobs/${id}/retry`, {})).statusCode).toBe(409);
    });

    it('an invalid export request is recorded as refused', async () => {
      await using desk = await openExportWorld(engine);
      await (await desk.as('partner')).ask('locale=fr');
      const refused = {
        outcome: 'refused',
        status: 400,
        code: 'invalid-request',
        request: null,
        result: null,
      };
      expect(await desk.fetchAuditEntries()).toEqual([expect.objectContaining(refused)]);
    });
  });
});
