import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { agencyEndpoints } from '#contract/agencies.ts';
import {
  type ImportFollowUps,
  type ImportMatch,
  followUpImportEndpoints,
} from '#contract/desk/follow-up-import.ts';
import { inquiryIndexEndpoints } from '#contract/desk/inquiries.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const AGENCY = 'ventas@ruta9.example';
const inquiry = (letter: string, name: string, day: string, version = 0): ImportMatch => ({
  adminMail: AGENCY,
  sid: letter.repeat(26),
  at: Date.parse(`${day}T12:00:00Z`),
  name,
  vehicle: 'Ford Ka',
  version,
  hasFollowUp: version > 0,
  status: version > 0 ? 'contacted' : 'new',
  lostReason: null,
  by: ['phone'],
});

const KNOWN = new Map([
  ['3415000001', [inquiry('A', 'Ana', '2026-03-01')]],
  ['3415000002', [inquiry('C', 'Beto (mayo)', '2026-05-01'), inquiry('B', 'Beto (marzo)', '2026-03-01')]],
  ['caro@x.example', [inquiry('D', 'Caro', '2026-03-01', 4)]],
]);

const TABLE = [
  'Teléfono;Mail;Estado;Motivo;Nota;Fecha',
  '3415000001;;Vendido;;pagó seña;3/4/2026',
  '3415000002;;Caída;muy caro;;4/4/2026',
  ';caro@x.example;Vendido;;;3/4/2026',
  '3419999999;;Vendido;;;3/4/2026',
  '3415000001;;Archivado;;;3/4/2026',
].join('\n');

function openGateway() {
  return new FakeGateway()
    .reply(agencyEndpoints.listAgencies, { _links: {}, _entries: [] })
    .reply(inquiryIndexEndpoints.viewIndexState, { agencies: [] })
    .reply(followUpImportEndpoints.matchImport, ({ body }) => ({
      rows: body.rows.map(({ phone = '', mail = '' }) => KNOWN.get(phone) ?? KNOWN.get(mail) ?? []),
    }))
    .reply(followUpImportEndpoints.importFollowUps, ({ body }) => ({
      id: body.id,
      kind: 'import',
      state: 'done',
      by: { id: '1', name: 'Valeria Sosa' },
      createdAt: 0,
      finishedAt: 0,
      rows: body.rows.length,
      done: 1,
      failed: 0,
      change: null,
      name: '',
      columns: body.columns,
      reminderOf: null,
      missed: null,
      undoneBy: null,
      canRetry: false,
    }));
}

async function open(options: Parameters<typeof renderPage>[1] = {}, text = TABLE) {
  const gateway = options.gateway ?? openGateway();
  const page = await renderPage('/settings/import', { ...options, gateway });
  const { screen, user } = page;
  await user.click(screen.getByLabelText('Tabla'));
  await user.paste(text);
  const search = async () => {
    await user.click(await screen.findByRole('button', { name: /^Buscar las consultas de/ }));
    return screen.findByRole('table', { name: 'Filas del archivo' });
  };
  const choose = async (label: string | RegExp, option: string | RegExp) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const listImports = () =>
    gateway.writes
      .filter(({ name }) => name === 'POST /desk/follow-up-imports')
      .map(({ body }) => body as ImportFollowUps);
  return { ...page, gateway, search, choose, listImports };
}

describe('a file of follow-up', () => {
  it('is imported as chosen, and each row that is left out has its reason', async () => {
    const { screen, user, search, choose, listImports } = await open();
    expect((await screen.findByRole('combobox', { name: 'Motivo de pérdida' })).textContent).toBe('Motivo');
    expect(screen.getByRole('combobox', { name: 'Qué es «Vendido»' }).textContent).toBe('Ganada');
    expect(screen.getByRole('combobox', { name: 'Qué es «muy caro»' }).textContent).toBe('Por el precio');
    const table = await search();
    expect(await screen.findByRole('tab', { name: 'Para importar 2' })).toBeTruthy();
    for (const name of ['Sin consulta 1', 'Ya tiene seguimiento 1', 'Con errores 1'])
      expect(screen.getByRole('tab', { name })).toBeTruthy();
    expect(await within(table).findByRole('link', { name: 'Beto (marzo)' })).toBeTruthy();
    expect(within(table).getByText('3/4/2026: pagó seña')).toBeTruthy();

    await choose('Qué es «Archivado»', 'No importar');
    expect(screen.getByRole('tab', { name: 'No importar 1' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Importar 2 filas' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText('Cambia el seguimiento de 2 consultas: 2 estados y 1 nota.'),
    ).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Importar 2 filas' }));
    await vi.waitFor(() => expect(listImports()).toHaveLength(1));
    const [body] = listImports();
    expect(body?.rows).toMatchObject([
      { sid: 'A'.repeat(26), version: 0, status: 'won', note: '3/4/2026: pagó seña' },
      { sid: 'B'.repeat(26), version: 0, status: 'lost', lostReason: 'price' },
      { skipped: 'has-follow-up', detail: 'Queda como está.' },
      { skipped: 'no-match', detail: 'Ninguna consulta coincide.' },
    ]);
  });

  it('imports the inquiry that the rule or the person chooses of several', async () => {
    const { screen, user, search, choose } = await open();
    const table = await search();
    await within(table).findByRole('link', { name: 'Beto (marzo)' });
    await user.click(screen.getByRole('radio', { name: 'La más nueva' }));
    expect(await within(table).findByRole('link', { name: 'Beto (mayo)' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Ninguna: se elige a mano' }));
    await user.click(screen.getByRole('tab', { name: 'Varias consultas 1' }));
    await choose('Consulta de la fila 2', /Beto \(marzo\)/);
    expect(await screen.findByRole('link', { name: 'Beto (marzo)' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Varias consultas 0' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Para importar 2' })).toBeTruthy();
  });

  it('is unknown where the look-up failed, never without an inquiry, and can be retried', async () => {
    const gateway = openGateway();
    let calls = 0;
    gateway.reply(followUpImportEndpoints.matchImport, ({ body }) => {
      calls += 1;
      return calls === 2 ? new Response(null, { status: 503 }) : { rows: body.rows.map(() => []) };
    });
    const rows = Array.from({ length: 600 }, (_, at) => `341${5_000_000 + at};Vendido`);
    const { screen, user, search } = await open({ gateway }, ['Teléfono;Estado', ...rows].join('\n'));
    await search();
    expect(
      await screen.findByText('No es un «no»: no se sabe si 100 filas tienen una consulta.'),
    ).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Sin buscar 100' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Sin consulta 500' })).toBeTruthy();
    expect(screen.getByText(/^Hay filas sin buscar/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('tab', { name: 'Sin consulta 600' })).toBeTruthy();
  });

  it('can be sent again after a failure, and starts one job', async () => {
    const gateway = openGateway();
    gateway.refuse(followUpImportEndpoints.importFollowUps, 503, { code: 'upstream-unreachable' });
    const { screen, user, search, listImports } = await open({ gateway });
    await search();
    await user.click(await screen.findByRole('button', { name: 'Importar 2 filas' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Importar 2 filas' }));
    await within(dialog).findByRole('alert');
    await user.click(within(dialog).getByRole('button', { name: 'Importar 2 filas' }));
    await vi.waitFor(() => expect(listImports()).toHaveLength(2));
    expect(new Set(listImports().map(({ id }) => id)).size).toBe(1);
  });

  it('is looked up by the chosen columns only', async () => {
    const { gateway, screen, search, choose } = await open();
    await screen.findByRole('combobox', { name: 'Teléfono' });
    await choose('Teléfono', 'Ninguna columna');
    await choose('Correo', 'Ninguna columna');
    expect(screen.getByText(/^Elegí la columna del teléfono/)).toBeTruthy();
    await choose('Correo', 'Mail');
    await search();
    expect(await screen.findByRole('tab', { name: 'Ya tiene seguimiento 1' })).toBeTruthy();
    const { body } = gateway.writes[0] ?? {};
    expect(body).toEqual({ rows: [{}, {}, { mail: 'caro@x.example' }, {}, {}] });
  });
});

it('support cannot open the import', async () => {
  const { screen } = await renderPage('/settings/import', { role: 'support' });
  expect(screen.queryByLabelText('Tabla')).toBeNull();
});
