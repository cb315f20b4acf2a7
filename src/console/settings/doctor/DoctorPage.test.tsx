import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type CheckState, type Doctor, doctorEndpoints } from '#contract/desk/doctor.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const createText = (text: string) => ({ es: text, en: `${text} (en)` });

function createCheck(id: string, known: Partial<CheckState> = {}): CheckState {
  return {
    id,
    severity: 'error',
    title: createText(`Título de ${id}`),
    why: createText(`Importa por ${id}`),
    remedy: { text: createText(`Se arregla en ${id}`) },
    everyMs: 60_000,
    outcome: 'passed',
    findings: [],
    checkedAt: 1000,
    since: null,
    failures: 0,
    isDue: false,
    ignored: null,
    ...known,
  };
}

const failed = { outcome: 'failed', since: 1000, failures: 3 } as const;
const DISK = createCheck('disk', {
  ...failed,
  findings: [createText('Quedan 0 GiB.'), createText('No entra una copia.')],
  remedy: { text: createText('Mirá qué lo llena.'), command: 'du -xh' },
});
const WEBHOOK = createCheck('webhook', {
  ...failed,
  severity: 'warning',
  findings: [createText('Está suspendido.')],
  remedy: {
    text: createText('Prendelo.'),
    page: { path: '/webhooks', label: createText('Abrir los avisos') },
  },
});
const MAIL = createCheck('mail-server', {
  ...failed,
  findings: [createText('No se pudo entrar.')],
  remedy: { text: createText('Compará SMTP_URL.'), action: 'send-test-mail' },
});
const IGNORED = createCheck('backup', {
  ...failed,
  findings: [createText('Nadie hace copias.')],
  ignored: { reason: 'Las hace otro programa', by: 'Ana', at: 1000, until: null },
});
const RETRYING = createCheck('service', {
  outcome: 'retrying',
  failures: 1,
  findings: [createText('No responde.')],
});
const DOCTOR: Doctor = {
  checks: [DISK, WEBHOOK, MAIL, IGNORED, RETRYING, createCheck('clock')],
  lateSince: null,
};

const open = async (doctor: Doctor, options: Parameters<typeof renderPage>[1] = {}) => {
  const gateway = new FakeGateway().reply(doctorEndpoints.viewDoctor, doctor);
  return renderPage('/settings/doctor', { gateway, ...options });
};

test('each problem says what is wrong, why it matters and what mends it', async () => {
  const { screen } = await open(DOCTOR);
  await screen.findByText('2 cosas no andan · 1 para mirar');
  const disk = within(screen.getByRole('region', { name: 'Quedan 0 GiB.' }));
  for (const text of ['No entra una copia.', 'Importa por disk', 'Mirá qué lo llena.', 'du -xh'])
    disk.getByText(text);
  disk.getByRole('button', { name: 'Copiar el comando' });
  const webhook = within(screen.getByRole('region', { name: 'Está suspendido.' }));
  expect(webhook.getByRole('link', { name: 'Abrir los avisos' }).getAttribute('href')).toBe('/webhooks');
  const others = within(screen.getByRole('region', { name: 'Sin problemas' }));
  expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Título de serviceNo responde\.Se repite/),
    expect.stringMatching(/^Título de clockImporta por clock/),
  ]);
});

test('the page is in English, and without a problem it says so', async () => {
  const checks = [createCheck('clock')];
  const { screen } = await open({ checks, lateSince: 1000 }, { language: 'en' });
  await screen.findByText('Título de clock (en)');
  expect(screen.getByText(/All is well/)).toBeTruthy();
  expect(screen.getByText(/Nobody has run the checks since/)).toBeTruthy();
});

test('the page does not say that all is well before everything ran', async () => {
  const { screen } = await open({
    checks: [createCheck('clock', { outcome: 'pending', checkedAt: null })],
    lateSince: null,
  });
  expect(await screen.findByText('Revisando por primera vez…')).toBeTruthy();
});

test('the page does not say that all is well while a check is repeated', async () => {
  const { screen } = await open({ checks: [RETRYING], lateSince: null });
  expect(await screen.findByText('1 revisión encontró algo y se repite antes de contar.')).toBeTruthy();
});

test('a person has everything checked now, and a test mail sent', async () => {
  const { screen, user, gateway } = await open({ ...DOCTOR, checks: [MAIL] });
  gateway
    .reply(doctorEndpoints.runChecks, { ...DOCTOR, checks: [createCheck('mail-server')] })
    .reply(doctorEndpoints.sendTestMail, undefined);
  await user.click(await screen.findByRole('button', { name: 'Mandarme un correo de prueba' }));
  await screen.findByText(/^Sale a .*@/);
  await user.click(screen.getByRole('button', { name: 'Revisar ahora' }));
  expect(await screen.findByText('Todo bien: ninguna revisión encontró un problema.')).toBeTruthy();
});

test('a person has one check repeated', async () => {
  const { screen, user, gateway } = await open({ ...DOCTOR, checks: [DISK, createCheck('clock')] });
  screen.getByRole('button', { name: 'Revisar ahora: Título de clock' });
  gateway.reply(doctorEndpoints.runCheck, { ...DOCTOR, checks: [createCheck('disk')] });
  await user.click(screen.getByRole('button', { name: 'Revisar ahora: Título de disk' }));
  expect(await screen.findByText('Todo bien: ninguna revisión encontró un problema.')).toBeTruthy();
  expect(gateway.writes.at(-1)?.name).toBe('POST /desk/doctor/checks/disk/runs');
});

test('a problem is ignored for a reason, and heeded again', async () => {
  const { screen, user, gateway } = await open({ ...DOCTOR, checks: [WEBHOOK] });
  gateway.reply(doctorEndpoints.ignoreCheck, { ...DOCTOR, checks: [IGNORED] });
  await user.click(await screen.findByRole('button', { name: 'Ignorar…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ignorar este problema' }));
  await user.click(dialog.getByRole('button', { name: 'Ignorar' }));
  await dialog.findByText('Escribí un motivo de hasta 300 letras.');
  await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Las hace otro programa');
  await user.click(dialog.getByRole('button', { name: 'Ignorar' }));
  const ignored = within(await screen.findByRole('region', { name: 'Nadie hace copias.' }));
  expect(gateway.writes.at(-1)?.body).toEqual({ reason: 'Las hace otro programa', days: 7 });
  gateway.reply(doctorEndpoints.unignoreCheck, { ...DOCTOR, checks: [WEBHOOK] });
  await user.click(ignored.getByRole('button', { name: 'Dejar de ignorarlo' }));
  await screen.findByRole('region', { name: 'Está suspendido.' });
});

test('support reads the page and changes nothing', async () => {
  const { screen } = await open(DOCTOR, { role: 'support' });
  await screen.findByRole('region', { name: 'Quedan 0 GiB.' });
  for (const name of [/^Revisar ahora/, 'Ignorar…', 'Dejar de ignorarlo', 'Mandarme un correo de prueba'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('sellers do not see the page', async () => {
  const { screen, gateway } = await open(DOCTOR, { role: 'seller' });
  await screen.findByRole('heading', { name: /no/i });
  expect(screen.queryByText('Diagnóstico')).toBeNull();
  expect(gateway.calls.filter(({ name }) => name.includes('doctor'))).toEqual([]);
});
