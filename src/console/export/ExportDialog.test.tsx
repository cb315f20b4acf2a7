import { beforeEach, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { type ExportInquiries, exportEndpoints } from '#contract/desk/export.ts';
import type { ExportedFile, Job } from '#contract/desk/jobs.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { desk } from '#contract/desk/desk.ts';
import { endpointKey } from '#console/api/endpoint-query.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { createJob } from '#testing/jobs.ts';
import { renderPart } from '#testing/render-console.tsx';
import { ExportHost } from './ExportDialog.tsx';

const REQUEST = { agencias: ['ventas@ruta9.example'], search: '' };
const FILE: ExportedFile = {
  format: 'csv',
  masked: false,
  expected: null,
  missing: null,
  failure: null,
  until: null,
};
const RUNNING = createJob({
  kind: 'export',
  state: 'running',
  finishedAt: null,
  change: null,
  rows: 40,
  done: 0,
  file: FILE,
});
const done = (file: Partial<ExportedFile>): Job => ({
  ...RUNNING,
  state: 'done',
  finishedAt: 1,
  done: 40,
  name: 'consultas.csv',
  file: { ...FILE, missing: [], until: 1, ...file },
});

beforeEach(() => queryClient.clear());

async function open(role: Role, language: 'es' | 'en' = 'es') {
  localStorage.removeItem('vitrina-export');
  const bodies: z.infer<typeof ExportInquiries>[] = [];
  const gateway = new FakeGateway()
    .refuse(desk.viewHours, 404, { code: 'not-found' })
    .reply(desk.viewJob, RUNNING)
    .reply(exportEndpoints.exportInquiries, ({ body }) => {
      bodies.push(body);
      return RUNNING;
    });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  saved.mockClear();
  const page = await renderPart(<ExportHost request={REQUEST} />, { role, gateway, language });
  const submit = async () => {
    const field = page.screen.queryByRole('textbox', { name: /^(?:Para qué|What)/ });
    if (field) await page.user.type(field, 'Informe');
    await page.user.click(page.screen.getByRole('button', { name: /^Export(?:ar)? \d+ col/ }));
    await vi.waitFor(() => expect(bodies.length).toBeGreaterThan(0));
    const { format, locale, headers, masked, purpose } = bodies.at(-1) ?? {};
    return { format, locale, headers, masked, ...(purpose && { purpose }) };
  };
  const update = async (job: Job) => {
    gateway.reply(desk.viewJob, job);
    await queryClient.invalidateQueries({ queryKey: endpointKey('viewJob') });
  };
  return { ...page, gateway, submit, update, saved };
}

test('an export is by default a CSV file, unmasked and with the names of the dialog', async () => {
  const { submit } = await open('seller');
  expect(await submit()).toEqual({
    format: 'csv',
    locale: 'es',
    headers: 'names',
    masked: '0',
    purpose: 'Informe',
  });
});

test('a person chooses JSON, the names of the interface and masking', async () => {
  const { screen, user, submit } = await open('partner', 'en');
  expect(screen.getByRole('checkbox', { name: /BOM/ })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /JSON/ }));
  expect(screen.queryByRole('checkbox', { name: /BOM/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Interesado\.Nombre/ }));
  await user.click(screen.getByRole('checkbox', { name: /Mask/ }));
  expect(await submit()).toEqual({ format: 'json', locale: 'en', headers: 'interface', masked: '1' });
});

test('contacts are exported for a purpose, and the dialog says what is wrong with it', async () => {
  const { screen, user, gateway } = await open('partner');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: /^Exportar \d+ col/ });
  expect([submit.disabled, Boolean(screen.getByText('Falta decir para qué.'))]).toEqual([true, true]);
  gateway.refuse(exportEndpoints.exportInquiries, 400, {
    code: 'invalid-request',
    Errors: { purpose: ['has-contact'] },
  });
  const field = screen.getByRole('textbox', { name: /^Para qué/ });
  await user.type(field, 'Para ana@x.example');
  await user.click(submit);
  expect(await screen.findByText(/no puede tener teléfonos, correos/)).toBeTruthy();
  expect(field).toHaveProperty('value', 'Para ana@x.example');
});

test('support exports masked, and the dialog says so', async () => {
  const { screen, submit } = await open('support');
  const masked = screen.getByRole<HTMLInputElement>('checkbox', { name: /Enmascarar/ });
  expect([masked.checked, masked.disabled]).toEqual([true, true]);
  expect(document.getElementById(masked.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'Tu rol exporta sin teléfonos',
  );
  expect((await submit()).masked).toBe('1');
});

test('the file is saved when it is ready, once, and the dialog says what is missing', async () => {
  const { screen, submit, update, saved } = await open('seller');
  await submit();
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
  const missing = [{ desde: '2026-03-04', hasta: '2026-03-05', reason: 'stale' as const }];
  await update(done({ missing }));
  expect(await screen.findByRole('dialog', { name: 'Exportación parcial' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('el servicio no respondió');
  await update(done({ missing }));
  expect(saved.mock.instances.map((link) => (link as HTMLAnchorElement).pathname)).toEqual([
    `/desk/jobs/${RUNNING.id}/file`,
  ]);
});

test('a complete export offers its manifest, and one with another number than matched says so', async () => {
  const { screen, submit, update } = await open('seller');
  await submit();
  await update(done({ missing: [], expected: RUNNING.rows + 1 }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Al empezar coincidían /);
  expect(screen.getByRole('dialog', { name: 'Exportación parcial' })).toBeTruthy();
  await update(done({ missing: [], expected: done({}).done }));
  expect((await screen.findByText('Están todas las que coinciden.')).textContent).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Guardar la constancia' }).getAttribute('href')).toBe(
    `/desk/jobs/${RUNNING.id}/manifest`,
  );
});

test('an export that fails says why, saves nothing and can be retried', async () => {
  const { screen, user, gateway, submit, update, saved } = await open('seller');
  await submit();
  await update(done({ failure: 'foreign-agency', until: null }));
  expect((await screen.findByRole('alert')).textContent).toContain('Ya no ves todas las consultas');
  gateway.reply(exportEndpoints.exportInquiries, { ...RUNNING, id: crypto.randomUUID() });
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await vi.waitFor(() => expect(gateway.writes).toHaveLength(2));
  expect(saved).not.toHaveBeenCalled();
});

test('an export is cancelled from the dialog, which then shows the options again', async () => {
  const { screen, user, gateway, submit, update } = await open('seller');
  await submit();
  const cancelled: Job = { ...RUNNING, state: 'cancelled', finishedAt: 1 };
  gateway.reply(desk.setJobState, cancelled).reply(desk.viewJob, cancelled);
  await user.click(await screen.findByRole('button', { name: 'Cancelar la exportación' }));
  expect(await screen.findByRole('button', { name: /^Exportar \d+ col/ })).toBeTruthy();
  expect(gateway.writes.at(-1)?.body).toEqual({ state: 'cancelled' });
  await update(cancelled);
});

test('an export beyond the limit is refused with advice', async () => {
  const { screen, user, gateway } = await open('seller');
  gateway.refuse(exportEndpoints.exportInquiries, 429, { code: 'too-many-requests' });
  await user.type(screen.getByRole('textbox', { name: /^Para qué/ }), 'Informe');
  await user.click(screen.getByRole('button', { name: /^Exportar \d+ col/ }));
  expect(await screen.findByText('Ya hay exportaciones en curso')).toBeTruthy();
});
