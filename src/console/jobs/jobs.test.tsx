import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExportedFile, Job } from '#contract/desk/jobs.ts';
import { desk } from '#contract/desk/desk.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { createJob, createJobRow } from '#testing/jobs.ts';
import { renderPage, renderPart } from '#testing/render-console.tsx';
import { JobIndicator } from './JobIndicator.tsx';
import './EndedJobSnackbar.tsx';

const { id } = createJob();
const AGENCY = 'ventas@ruta9.example';
const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';

// happy-dom has neither, and stubs would end before the page does.
Object.assign(window, {
  requestIdleCallback: (callback: () => void) => setTimeout(callback),
  cancelIdleCallback: clearTimeout,
});

beforeEach(() => queryClient.clear());

const withoutRunning = () => new FakeGateway().reply(desk.listJobs, { jobs: [], more: false });

test('the list shows the task, the progress and the author of each job', async () => {
  const jobs = [
    createJob({ change: { kind: 'status', status: 'contacted' }, rows: 137, done: 135, failed: 2 }),
    createJob({
      id: 'other',
      state: 'running',
      finishedAt: null,
      change: { kind: 'hand-over', to: '9' },
      to: { id: '9', name: 'Ana' },
      rows: 1200,
      done: 300,
    }),
    createJob({ id: 'undo', kind: 'undo', undoneBy: null }),
  ];
  const gateway = new FakeGateway().reply(desk.listJobs, ({ query }: { query: URLSearchParams }) => ({
    jobs: query.has('running') ? [] : jobs,
    more: false,
  }));
  const { screen } = await renderPage('/jobs', { gateway });
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows[0]).toContain('Estado: Contactada137 consultas');
  expect(rows[0]).toContain('135 de 137 se cambiaron · 2 no');
  expect(rows[1]).toMatch(/Pasar a Ana.*300 de 1\.200.*En curso.*Valeria Sosa/);
  expect(rows[2]).toContain('Deshacer: Tomar');
});

test('a job shows its rows by result with the reasons, and the rest as a file that no spreadsheet runs', async () => {
  const failed = createJobRow({
    number: 2,
    state: 'failed',
    adminMail: AGENCY,
    cells: ['=HYPERLINK("x")', 'Ruta 9; Centro'],
    code: 'already-registered',
    detail: 'Contacte a soporte',
  });
  const pending = createJobRow({ number: 3, state: 'pending', cells: ['c@x.example', 'Tres'] });
  const done = createJobRow({ number: 1, adminMail: AGENCY, sid: SID, name: 'Ana Gómez' });
  const gateway = withoutRunning()
    .reply(
      desk.viewJob,
      createJob({
        state: 'cancelled',
        rows: 3,
        done: 1,
        failed: 1,
        name: 'lista.csv',
        columns: ['Correo', 'Nombre'],
      }),
    )
    .reply(desk.listJobRows, ({ query }: { query: URLSearchParams }) => {
      const state = query.get('state');
      return { rows: [done, failed, pending].filter((row) => !state || row.state === state), more: false };
    });
  const { screen, user } = await renderPage(`/jobs/${id}`, { gateway });
  const link = await screen.findByRole('link', { name: 'Ana Gómez' });
  expect(link.getAttribute('href')).toBe(`/inquiries/${AGENCY}/${SID}`);
  await user.click(screen.getByRole('link', { name: 'No se pudo (1)' }));
  await expect.poll(() => screen.queryByText('Ana Gómez')).toBeNull();
  expect(screen.getByText(/El correo ya está registrado/)).toBeTruthy();
  expect(screen.getByText('«Contacte a soporte»')).toBeTruthy();

  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:x';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: /Guardar lo que falta/ }));
  await expect.poll(() => saved.mock.instances.length).toBe(1);
  expect((saved.mock.instances[0] as HTMLAnchorElement).download).toBe('lista, lo que falta.csv');
  const lines = (await blobs[0]?.text())?.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toEqual([
    'Correo;Nombre;Motivo',
    `"'=HYPERLINK(""x"")";"Ruta 9; Centro";El correo ya está registrado: solo soporte del servicio la puede asociar: Contacte a soporte`,
    'c@x.example;Tres;Sin hacer',
  ]);
});

test('a job is paused and resumed, and its changes are undone by another job', async () => {
  const running = createJob({ state: 'running', finishedAt: null, rows: 200, done: 20 });
  const gateway = withoutRunning()
    .reply(desk.viewJob, running)
    .reply(desk.listJobRows, { rows: [], more: false })
    .reply(desk.setJobState, ({ body }: { body: { state: 'paused' | 'running' | 'cancelled' } }) => {
      const job = { ...running, state: body.state, finishedAt: body.state === 'cancelled' ? 1 : null };
      gateway.reply(desk.viewJob, job);
      return job;
    });
  const { screen, user } = await renderPage(`/jobs/${id}`, { gateway });
  await user.click(await screen.findByRole('button', { name: 'Pausar' }));
  expect(await screen.findByText('En pausa')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Seguir' }));
  await user.click(await screen.findByRole('button', { name: 'Cancelar el proceso' }));
  const dialog = await screen.findByRole('dialog');
  await user.click([...dialog.querySelectorAll('button')].at(-1) ?? dialog);
  expect(await screen.findByText('Cancelado')).toBeTruthy();

  const undo = createJob({ id: '6f1c2a34-0000-4000-8000-000000000002', kind: 'undo', rows: 20, done: 20 });
  gateway.reply(desk.undoJob, undo).reply(desk.viewJob, undo);
  await user.click(await screen.findByRole('button', { name: 'Deshacer lo hecho' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Deshacer: Tomar' })).toBeTruthy();
  expect(gateway.writes.map(({ name }) => name)).toEqual([
    `PUT /desk/jobs/${id}/state`,
    `PUT /desk/jobs/${id}/state`,
    `PUT /desk/jobs/${id}/state`,
    `POST /desk/jobs/${id}/undo`,
  ]);
});

test('a running job shows its progress on any page, and its end once', async () => {
  const running = createJob({ state: 'running', finishedAt: null, rows: 200, done: 20 });
  const gateway = new FakeGateway()
    .reply(desk.listJobs, { jobs: [running], more: false })
    .reply(desk.viewJob, running)
    .reply(desk.countInquiries, {});
  const { screen, user } = await renderPart(<JobIndicator />, { gateway, role: 'seller' });
  const link = await screen.findByRole('link', { name: /20 de 200/ });
  expect(link.getAttribute('href')).toBe(`/jobs/${id}`);
  expect(screen.getByRole('progressbar', { name: 'Avance' })).toBeTruthy();

  gateway
    .reply(desk.listJobs, { jobs: [], more: false })
    .reply(desk.viewJob, createJob({ rows: 200, done: 198, failed: 2 }));
  await queryClient.invalidateQueries();
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Terminó: Tomar (200 consultas). 2 no se cambiaron.');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver el proceso' }).getAttribute('href')).toBe(
    `/jobs/${id}?filas=failed`,
  );
  await user.click(screen.getByRole('button', { name: 'Cerrar el aviso' }));
  await queryClient.invalidateQueries();
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});

test.each([true, false])(
  'a retry is offered where the gateway says that one may succeed: %s',
  async (canRetry) => {
    const gateway = withoutRunning()
      .reply(desk.viewJob, createJob({ done: 0, failed: 1, canRetry }))
      .reply(desk.listJobRows, { rows: [], more: false });
    const { screen } = await renderPage(`/jobs/${id}`, { gateway });
    await screen.findByRole('button', { name: /Guardar lo que falta/ });
    expect(screen.queryByRole('button', { name: 'Reintentar lo que falló' }) !== null).toBe(canRetry);
  },
);

describe('an export', () => {
  const file: ExportedFile = {
    format: 'csv',
    masked: true,
    expected: 40,
    missing: [],
    failure: null,
    until: null,
  };
  const missing = [{ desde: '2026-03-04', hasta: '2026-03-05', reason: 'stale' as const }];
  const job = createJob({ kind: 'export', change: null, rows: 40, done: 40, name: 'consultas.csv', file });
  const open = async (given: Partial<Job>) => {
    const gateway = withoutRunning()
      .reply(desk.viewJob, { ...job, ...given })
      .reply(desk.listJobRows, { rows: [], more: false });
    return renderPage(`/jobs/${id}`, { gateway });
  };

  test('has its file instead of rows, with its contents and what may be missing', async () => {
    const { screen } = await open({ file: { ...file, missing, until: Date.UTC(2026, 2, 11) } });
    const download = await screen.findByRole('link', { name: 'Descargar' });
    expect(download.getAttribute('href')).toBe(`/desk/jobs/${id}/file`);
    const manifest = screen.getByRole('link', { name: 'Guardar la constancia' });
    expect(manifest.getAttribute('href')).toBe(`/desk/jobs/${id}/manifest`);
    expect(screen.getByText('40 de las 40 que coincidían al empezar')).toBeTruthy();
    expect(screen.getByText('consultas.csv')).toBeTruthy();
    expect(screen.getByText('Enmascarados')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('el servicio no respondió');
    expect(screen.queryByRole('heading', { name: 'Filas' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Guardar lo que falta/ })).toBeNull();
  });

  test.each([
    [41, ['Al empezar coincidían 41 consultas, y el archivo tiene 40']],
    [40, []],
    [null, []],
  ])('with %s that matched at the start says where the file has another number', async (expected, texts) => {
    const { screen } = await open({ file: { ...file, expected, until: Date.UTC(2026, 2, 11) } });
    await screen.findByRole('link', { name: 'Descargar' });
    const alerts = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts.map((alert) => alert.split(':', 1)[0])).toEqual(texts);
  });

  test.each<[string, Partial<Job>, RegExp]>([
    [
      'of somebody else',
      { by: { id: '9', name: 'Ana' }, file: { ...file, until: 1 } },
      /Solo quien la pidió/,
    ],
    ['whose file is deleted', {}, /El archivo ya se borró/],
    [
      'that broke off',
      { failed: 1, done: 20, file: { ...file, failure: 'forbidden' } },
      /La exportación se cortó: no hay archivo/,
    ],
  ])('%s has no download and says why', async (_, given, text) => {
    const { screen } = await open(given);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Descargar|constancia/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Reintentar/ })).toBeNull();
  });

  test('shows its progress, and offers its file where it ends', async () => {
    const running: Job = { ...job, state: 'running', finishedAt: null, done: 0, rows: 0 };
    const gateway = new FakeGateway()
      .reply(desk.listJobs, { jobs: [running], more: false })
      .reply(desk.viewJob, running)
      .reply(desk.countInquiries, {});
    const { screen } = await renderPart(<JobIndicator />, { gateway, role: 'seller' });
    expect(await screen.findByRole('link', { name: /0 de 0/ })).toBeTruthy();
    gateway
      .reply(desk.listJobs, { jobs: [], more: false })
      .reply(desk.viewJob, { ...job, file: { ...file, missing, until: 1 } });
    await queryClient.invalidateQueries();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain(
      'Terminó: Exportar consultas (40 consultas). Pueden faltar consultas.',
    );
    expect(screen.getByRole('link', { name: 'Descargar' }).getAttribute('href')).toBe(
      `/desk/jobs/${id}/file`,
    );
  });
});
