import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OverviewNow } from '#contract/desk/overview.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { AGENCY, OTHER, overviewNow } from '#testing/overview-page.tsx';
import { renderPart } from '#testing/render-console.tsx';
import { AttentionSection } from './AttentionSection.tsx';

const renderTasks = (given: Partial<OverviewNow> = {}, role: Role = 'partner') =>
  renderPart(<AttentionSection now={{ ...overviewNow, ...given }} agencias={[AGENCY]} />, { role });

const { balance } = overviewNow;

const nothing: Partial<OverviewNow> = {
  lateToday: 0,
  dueSoon: 0,
  returned: 0,
  silent: [],
  incidents: [],
  lateOld: 0,
  snoozed: 0,
  unansweredInvitations: 0,
};

test('what needs somebody is ranked, and each leads to its list, for the same agencies', async () => {
  const { screen, user } = await renderTasks({ stoppedTopics: 1 });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  await user.click(screen.getByRole('button', { name: 'Ver todo y por agencia' }));
  const agency = `agencia=${encodeURIComponent(AGENCY)}`;
  const items = within(list)
    .getAllByRole('listitem')
    .map((item) => [item.textContent, within(item).getByRole('link').getAttribute('href')]);
  expect(items).toEqual([
    [expect.stringMatching(/^1 aviso está suspendido.*Ver avisos$/), '/webhooks'],
    [
      expect.stringMatching(/^3 vencieron hoyla peor, hace 2\d min.* · Norte, ventas@ruta9.exampleRepartir$/),
      `/inquiries?${agency}&vista=tarde&seguimiento=tarde-hoy`,
    ],
    [expect.stringMatching(/^2 vencen dentro/), `/inquiries?${agency}&seguimiento=por-vencer`],
    [
      expect.stringMatching(
        /^7 rechazos: la firma no coincideConsultas nuevas · el último, .* · después no llegó nada.*Ver causa$/,
      ),
      '/deliveries',
    ],
    [expect.stringMatching(/^Norte no recibe consultas desde el.*esperadas: 4/), `/agencies/${OTHER}`],
    [expect.stringMatching(/^1 volvió/), `/inquiries?${agency}&vista=pospuestas&seguimiento=volvio`],
    [
      expect.stringMatching(/^4 invitaciones sin respuesta.*Recordar$/),
      '/agencies/invitations?state=unanswered',
    ],
    [
      expect.stringMatching(/^4 atrasadas de más de 7 díasCerrar en lote$/),
      `/inquiries?${agency}&vista=viejas`,
    ],
  ]);
  expect(screen.getByRole('link', { name: '12 esperan respuesta' }).getAttribute('href')).toBe(
    `/inquiries?${agency}&vista=esperando`,
  );
  expect(screen.queryByText('Todo al día')).toBeNull();
});

test('each agency has its numbers on demand, most late first, each with a link to its list', async () => {
  const { screen, user } = await renderTasks(nothing);
  const open = await screen.findByRole('button', { name: 'Ver todo y por agencia' });
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(open);
  const rows = within(screen.getByRole('table', { name: 'Ahora, por agencia' }))
    .getAllByRole('row')
    .slice(1);
  const links = rows.map((row) =>
    within(row)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  );
  const list = (mail: string, view: string) => `/inquiries?agencia=${encodeURIComponent(mail)}&vista=${view}`;
  expect(links).toEqual([
    [
      ['Norte', `/agencies/${OTHER}`],
      ['3', list(OTHER, 'hoy')],
      ['8', list(OTHER, 'esperando')],
      ['2', list(OTHER, 'tarde')],
    ],
    [
      [AGENCY, `/agencies/${AGENCY}`],
      ['4', list(AGENCY, 'esperando')],
      ['1', list(AGENCY, 'tarde')],
      ['3', list(AGENCY, 'pospuestas')],
    ],
  ]);
  await user.click(screen.getByRole('button', { name: 'Pospuestas' }));
  await expect
    .poll(() => within(screen.getByRole('table')).getAllByRole('row')[1]?.textContent)
    .toContain('Norte');
});

test('a single agency has no table of agencies', async () => {
  const { screen, user } = await renderTasks({
    stoppedTopics: 1,
    agencies: overviewNow.agencies.slice(0, 1),
  });
  await screen.findByRole('list', { name: 'Para atender ahora' });
  await user.click(screen.getByRole('button', { name: 'Otros 4 pendientes' }));
  expect(screen.queryByRole('table')).toBeNull();
});

test('of several chosen agencies the only one with something to do has its numbers', async () => {
  const now = { ...overviewNow, ...nothing, agencies: overviewNow.agencies.slice(0, 1) };
  const { screen, user } = await renderPart(<AttentionSection now={now} agencias={[AGENCY, OTHER]} />);
  await user.click(await screen.findByRole('button', { name: 'Ver todo y por agencia' }));
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(2);
});

test('what is zero is not there, and nothing at all is said', async () => {
  const { screen } = await renderTasks({ ...nothing, lateThisWeek: 1 });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  const empty = await renderTasks(nothing);
  expect(await empty.screen.findByText('Todo al día')).toBeTruthy();
});

test('a line says that nothing is unexplained, and opens the balance of the agency', async () => {
  const { screen } = await renderTasks(nothing);
  const line = await screen.findByRole('link', {
    name: /^En 90 días: 1.?204 hechas, 1.?203 en la bandeja, 0 sin explicar$/,
  });
  expect(line.getAttribute('href')).toBe(`/balance?agency=${encodeURIComponent(AGENCY)}`);
});

test.each([
  ['sellers', null],
  ['agencies that were not read yet', balance && { ...balance, compared: 0, readAt: null }],
])('%s have no line of the balance', async (_, given) => {
  const { screen } = await renderTasks({ ...nothing, balance: given });
  expect(await screen.findByText('Todo al día')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /sin explicar/ })).toBeNull();
});

test('each incident has its sentence, and a callback that fails comes first', async () => {
  const topic = 'consulta-recibida';
  const { screen } = await renderTasks({
    ...nothing,
    failingTopics: [{ topic: 'agencia-registrada', cause: 'callback-failed' }],
    incidents: [
      { topic, reason: 'signature', count: 2, state: 'quiet', lastAt: 0 },
      { topic, reason: 'age', count: 1, state: 'open', lastAt: 0 },
    ],
  });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    [
      'Ver intentos: No llega nada: la dirección de destino responde con un error',
      '/deliveries/attempts?topic=agencia-registrada',
    ],
    [expect.stringMatching(/^Ver causa: 1 rechazo: los relojes no coinciden/), '/deliveries'],
    ['Ver causa: 2 rechazos: la firma no coincide', '/deliveries'],
  ]);
});

test('whoever only reads sees where it is, not what to do', async () => {
  const { screen } = await renderTasks({}, 'support');
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  expect(
    within(list).queryByRole('link', { name: /^(Repartir|Responder|Cerrar en lote|Recordar)/ }),
  ).toBeNull();
});

test('a slow service, refused mails and spent packages come before what is late', async () => {
  const agency = { adminMail: OTHER, name: 'Norte' };
  const { screen } = await renderTasks({
    ...nothing,
    lateThisWeek: 1,
    service: { state: 'slow', clockAheadMs: 0 },
    refusedMails: 2,
    spentPackages: [agency],
  });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Ver conexión: El servicio tarda en responder', '/connection'],
    ['Ver conexión: 2 correos no salen', '/connection'],
    ['Ver agencia: 1 agencia agotó su paquete', `/agencies/${OTHER}`],
    [expect.stringContaining('venció en los 7 días'), expect.any(String)],
  ]);
  const several = await renderTasks({ ...nothing, spentPackages: [agency, { ...agency, name: 'Sur' }] });
  const link = await several.screen.findByRole('link', { name: /2 agencias agotaron/ });
  expect(link.getAttribute('href')).toBe('/agencies?ver=paquete');
});

test.each([
  [5, 5],
  [6, 4],
])('of %i tasks the %i most urgent are shown until the others are asked for', async (count, few) => {
  const silent = Array.from({ length: count }, (_, at) => ({
    adminMail: `a${at}@x.example`,
    name: null,
    lastAt: null,
    expected: 9,
  }));
  const { screen, user } = await renderTasks({ ...nothing, silent });
  const list = await screen.findByRole('list', { name: 'Para atender ahora' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(few);
  const [more] = screen.queryAllByRole('button', { name: /por agencia$/ });
  if (more) await user.click(more);
  expect(within(list).getAllByRole('listitem')).toHaveLength(count);
});

test('a click shows how figures are counted', async () => {
  const { screen, user } = await renderTasks();
  await user.click(await screen.findByRole('button', { name: 'Cómo se cuenta: Para atender ahora' }));
  const dialog = screen.getByRole('dialog', { name: 'Cómo se cuenta: Para atender ahora' });
  expect(dialog.textContent).toContain('ya pasó su plazo');
});
