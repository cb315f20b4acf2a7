import { expect, test, vi } from 'vitest';
import type { Delivery } from '#contract/desk/deliveries.ts';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const AGENCY = 'ventas@ruta9.example';
const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';

const INQUIRY = { Momento: '2026-03-05T11:00:00-03:00', Auto: {}, Interesado: {}, _links: {} };

const delivery = (id: string, outcome: Delivery['outcome'], more: Partial<Delivery> = {}): Delivery => ({
  id,
  at: 1000,
  topic: 'consulta-recibida',
  agency: AGENCY,
  sid: SID,
  person: 'Ana Paz',
  outcome,
  reason: null,
  hookId: null,
  size: null,
  receivedCount: 1,
  by: null,
  callback: null,
  status: null,
  pairedId: null,
  bodySigned: null,
  isTest: false,
  ...more,
});

async function openDelivery(deliveries: Delivery[]) {
  const known = { deliveries };
  const gateway = new FakeGateway()
    .reply(desk.viewDelivery, { ...delivery('1', 'received'), headers: {}, payload: null, erasedAt: null })
    .reply(desk.listDeliveries, () => ({ deliveries: known.deliveries, more: false }))
    .reply(v3.listAgencies, { _entries: [{ AdminMail: AGENCY, Nombre: 'Ruta 9' }], _links: {} })
    .reply(v3.resendInquiry, INQUIRY);
  const { screen, user } = await renderPage('/deliveries/1', { gateway, role: 'support' });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Reenviar la consulta' });
  return { known, gateway, screen, user, button };
}

test.each(['unseen', 'elsewhere', 'arrived'] as const)(
  'an inquiry can be sent again after a resend that is %s',
  async (outcome) => {
    const { button } = await openDelivery([delivery('2', outcome)]);
    await expect.poll(() => button.disabled).toBe(false);
  },
);

test('a resend under way is polled until the gateway reports its result', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { known, screen, button } = await openDelivery([delivery('2', 'caused')]);
    await screen.findByText(/Hay un reenvío de esta consulta en camino/);
    expect(button.disabled).toBe(true);
    known.deliveries = [delivery('2', 'unseen')];
    await vi.advanceTimersByTimeAsync(3000);
    await expect.poll(() => button.disabled).toBe(false);
    expect(screen.queryByText(/Hay un reenvío de esta consulta en camino/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('an inquiry that was resent to another callback can be resent here once the callback is corrected', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { known, gateway, screen, button } = await openDelivery([]);
    gateway.reply(v3.resendInquiry, () => {
      known.deliveries = [delivery('2', 'elsewhere'), ...known.deliveries];
      return INQUIRY;
    });
    await expect.poll(() => button.disabled).toBe(false);
    button.click();
    await vi.advanceTimersByTimeAsync(3000);
    await screen.findByText(/no podemos saber si llega/);
    gateway.reply(v3.resendInquiry, () => {
      known.deliveries = [
        delivery('4', 'received', { at: 2500 }),
        delivery('3', 'arrived', { at: 2000, pairedId: '4' }),
        ...known.deliveries,
      ];
      return INQUIRY;
    });
    expect(button.disabled).toBe(false);
    button.click();
    await vi.advanceTimersByTimeAsync(3000);
    await screen.findByText(/Llegó acá 0,5 s después de pedirlo/);
    expect(button.disabled).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('deliveries show names of agencies and topics in place of ids', async () => {
  const { screen } = await openDelivery([]);
  expect(screen.getByRole('link', { name: 'Ana Paz' }).getAttribute('href')).toContain(SID);
  await screen.findByText('Ruta 9');
});
