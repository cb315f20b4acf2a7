import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Balance } from '#contract/desk/balance.ts';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { NOTHING_MISSED, balance, balanceAgency, closedReading } from '#testing/balances.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { createJob } from '#testing/jobs.ts';
import { renderPage } from '#testing/render-console.tsx';

const AGENCY = balanceAgency.adminMail;
const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';

const lead = {
  sid: SID,
  at: Date.parse('2026-03-05T14:30:00Z'),
  firstSeenAt: Date.parse('2026-03-05T14:34:00Z'),
  way: 'sweep',
  missed: 'off',
} as const;

const differing: Balance = {
  ...balance,
  summary: { ...balance.summary, made: 1207, absent: 2, differing: 1 },
  agencies: [{ ...balanceAgency, reading: { ...closedReading, made: 1207, absent: 2, readAt: 0 } }],
};

function openBalance(search: string, reply: Balance = balance) {
  const gateway = new FakeGateway()
    .reply(v3.listAgencies, {
      _entries: [{ AdminMail: AGENCY, Nombre: 'Ruta 9', _links: {} }] as never,
      _links: {},
    })
    .reply(desk.viewBalance, reply);
  return { gateway, page: renderPage(`/balance${search}`, { gateway, role: 'support' }) };
}

const readCells = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    : [];

test('the page begins with a sentence, and each day leads to its agencies', async () => {
  const { screen } = await openBalance('').page;
  expect(
    await screen.findByRole('heading', { name: /^1.?205 hechas, 1.?204 en la bandeja, 0 sin explicar$/ }),
  ).toBeTruthy();
  expect(screen.getAllByText('1 borrada a pedido')).toHaveLength(3);
  const [, first, second] = within(screen.getByRole('table', { name: 'Días' })).getAllByRole('row');
  expect(readCells(first)).toEqual([
    expect.stringContaining('5 mar 2026'),
    expect.stringMatching(/1.?205$/),
    expect.stringMatching(/1.?2041 borrada a pedido$/),
    expect.stringMatching(/1.?199$/),
    expect.stringMatching(/5$/),
    expect.stringMatching(/5el aviso estaba suspendido: 3; la firma no coincidía: 2$/),
    expect.stringMatching(/14 sla peor, 5 min$/),
  ]);
  expect(readCells(second)[1]).toMatch(/—$/);
  expect(screen.getByRole('link', { name: '5 mar 2026' }).getAttribute('href')).toBe(
    '/balance?from=2026-03-05&to=2026-03-05',
  );
});

test('a day shows its agencies, which lead to their inquiries', async () => {
  const { screen } = await openBalance('?from=2026-03-05&to=2026-03-05').page;
  const link = await screen.findByRole('link', { name: /Ruta 9/ });
  expect(link.getAttribute('href')).toBe(
    `/balance?from=2026-03-05&to=2026-03-05&agency=${encodeURIComponent(AGENCY)}`,
  );
});

test('a day shows its hours, newest first', async () => {
  const [day] = balance.days;
  if (!day) throw new Error('There is no day');
  const at = Date.parse('2026-03-05T14:00:00Z');
  const hours = [
    { ...day, at },
    { ...day, at: at - 3_600_000, missed: NOTHING_MISSED },
  ];
  const { screen } = await openBalance('?from=2026-03-05&to=2026-03-05', { ...balance, hours }).page;
  const [, first, second] = within(await screen.findByRole('table', { name: 'Horas' })).getAllByRole('row');
  expect(readCells(first)[0]).toMatch(/5 mar.*11:00/);
  expect(readCells(first)[4]).toMatch(/el aviso estaba suspendido: 3; la firma no coincidía: 2$/);
  expect(readCells(second)[0]).toMatch(/5 mar.*10:00/);
});

test('an inquiry says how it came, how late, and why it had no message', async () => {
  const search = `?from=2026-03-05&to=2026-03-05&agency=${AGENCY}`;
  const { screen } = await openBalance(search, { ...balance, leads: [lead] }).page;
  const [, row] = within(await screen.findByRole('table', { name: 'Consultas' })).getAllByRole('row');
  const link = screen.getByRole('link', { name: new RegExp(SID) });
  expect(link.getAttribute('href')).toBe(`/trace/${AGENCY}/${SID}`);
  expect(readCells(row)).toEqual([
    expect.stringContaining(SID),
    expect.stringMatching(/por la lectura periódica$/),
    expect.stringMatching(/4 min$/),
    expect.stringMatching(/el aviso estaba suspendido$/),
  ]);
});

test('an agency that differs offers to find the days, which lead to their inquiries', async () => {
  const { gateway, page } = openBalance('', differing);
  const { screen, user } = await page;
  gateway.reply(desk.findDifferingDays, {
    days: [{ from: '2026-03-04', to: '2026-03-04', ...closedReading, absent: 2 }],
  });
  const section = await screen.findByRole('region', { name: 'Sin explicar' });
  expect(section.textContent).toContain('2 no están en la bandeja');
  const [, first] = within(screen.getByRole('table', { name: 'Días' })).getAllByRole('row');
  expect(readCells(first)[1]).toMatch(/—$/);
  await user.click(screen.getByRole('button', { name: 'Buscar los días' }));
  const day = await screen.findByRole('link', { name: '4 mar 2026' });
  expect(day.getAttribute('href')).toBe(
    `/balance?from=2026-03-04&to=2026-03-04&agency=${encodeURIComponent(AGENCY)}`,
  );
});

test('without any reading the page says that nothing was compared', async () => {
  const summary = { ...balance.summary, compared: 0, uncompared: 1, readAt: null };
  const { screen } = await openBalance('', { ...balance, summary }).page;
  expect(
    await screen.findByRole('heading', { name: 'Todavía no se comparó nada con el servicio' }),
  ).toBeTruthy();
});

test('a day is opened from the table of days, and closed again', async () => {
  const { gateway, page } = openBalance('', { ...balance, agencies: [{ ...balanceAgency, figures: null }] });
  const { screen, user } = await page;
  const link = await screen.findByRole('link', { name: '5 mar 2026' });
  gateway.reply(desk.viewBalance, { ...balance, days: balance.days.slice(0, 1) });
  await user.click(link);
  await user.click(await screen.findByRole('link', { name: 'Ruta 9' }));
  gateway.reply(desk.viewBalance, balance);
  await user.click(await screen.findByRole('link', { name: '5 mar 2026' }));
  await user.click(await screen.findByRole('link', { name: 'Balance' }));
  expect(await screen.findByRole('table', { name: 'Días' })).toBeTruthy();
});

test('what was missed is resent once it was counted, and what was resent before only when asked for', async () => {
  const { gateway, page } = openBalance('');
  const { screen, user } = await page;
  const job = createJob({ kind: 'resend', change: null });
  gateway
    .reply(desk.countMissed, { fresh: 3, resent: 2, old: 1 })
    .reply(desk.resendMissed, job)
    .reply(desk.listJobs, { jobs: [] });
  await user.click(await screen.findByRole('button', { name: 'Reenviar las 5 que faltaron' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('button', { name: 'Reenviar 3' })).toBeTruthy();
  expect(dialog.getByText(/1 más no se reenvía/)).toBeTruthy();
  await user.click(dialog.getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Reenviar 5' }));
  const link = await screen.findByRole('link', { name: 'Ver el proceso' });
  expect(link.getAttribute('href')).toBe(`/jobs/${job.id}`);
  expect(gateway.writes).toMatchObject([{ name: 'POST /desk/missed/resends', body: { again: true } }]);
});

test('nothing is resent while all was resent before', async () => {
  const { gateway, page } = openBalance('');
  const { screen, user } = await page;
  gateway.reply(desk.countMissed, { fresh: 0, resent: 5, old: 0 });
  await user.click(await screen.findByRole('button', { name: 'Reenviar las 5 que faltaron' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('checkbox');
  expect(dialog.getByRole('button', { name: 'Reenviar 0' })).toHaveProperty('disabled', true);
});
