import { expect, test } from 'vitest';
import type { Canary } from '#contract/desk/canary.ts';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { CanarySection } from './CanarySection.tsx';

const AGENCY = 'ventas@ruta9.example';
const OFF: Canary = {
  setting: null,
  nextAt: null,
  runs: [],
  lastDay: { ended: 0, arrived: 0, medianMs: null },
  failures: 0,
};
const RUN = { id: '01JCZZZZZZZZZZZZZZZZZZZZZ1', at: Date.now() - 60_000, status: 202, tookMs: null };
const FAILING: Canary = {
  setting: { adminMail: AGENCY, minutes: 15 },
  nextAt: Date.now() + 600_000,
  runs: [
    { ...RUN, outcome: 'missing' },
    { ...RUN, id: '01JCZZZZZZZZZZZZZZZZZZZZZ0', outcome: 'arrived', tookMs: 1234 },
    { ...RUN, id: '01JCZZZZZZZZZZZZZZZZZZZZY0', outcome: 'refused', status: 404 },
  ],
  lastDay: { ended: 3, arrived: 1, medianMs: 1234 },
  failures: 3,
};

test('a partner switches the canary on with one press, and off again', async () => {
  const setting = { adminMail: AGENCY, minutes: 5 } as const;
  const gateway = new FakeGateway()
    .reply(desk.viewCanary, OFF)
    .reply(desk.setCanary, { ...OFF, setting })
    .reply(v3.listAgencies, {
      _links: {},
      _entries: [
        { AdminMail: AGENCY, Nombre: 'Ruta 9', Estado: 'Registrada', _links: { self: { href: '/' } } },
      ],
    });
  const { screen, user } = await renderPart(<CanarySection />, { gateway });
  await user.click(await screen.findByRole('button', { name: '5 min' }));
  await expect
    .poll(() => screen.getByRole('button', { name: '5 min' }).getAttribute('aria-pressed'))
    .toBe('true');
  await user.click(screen.getByRole('button', { name: 'Apagada' }));
  expect(gateway.writes).toEqual([
    { name: 'PUT /desk/canary', body: { setting } },
    { name: 'PUT /desk/canary', body: { setting: null } },
  ]);
});

test('failures are counted, and each run says how it ended and how long it took, in English too', async () => {
  const gateway = new FakeGateway()
    .reply(desk.viewCanary, FAILING)
    .reply(v3.listAgencies, { _links: {}, _entries: [] });
  const { screen } = await renderPart(<CanarySection />, { gateway, role: 'support', language: 'en' });
  await screen.findByText('It failed 3 times in a row.');
  screen.getByText(/^1 of 3 arrived in 24 hours/);
  screen.getByText('The service did not accept it (404)');
  screen.getByText('1.2 s');
  expect(screen.queryByRole('button', { name: 'Off' })).toBeNull();
});
