import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import type { Inquiry } from '#console/inquiries/inquiries-queries.ts';
import { InquiryPanel } from './InquiryPanel.tsx';

const MAIL = 'ventas@ruta9.example';
const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';
const MINUTE_MS = 60_000;

const named = (Nombre: string) => ({
  Momento: new Date(Date.now() - 60 * MINUTE_MS).toISOString(),
  Auto: { Marca: 'Fiat' },
  Interesado: { Nombre },
  _links: { self: { href: `/v3/consultas/${MAIL}/${SID}` } },
});

/** Opens the inquiry by its address, or from a list that has it. */
function open(gateway: FakeGateway, initialInquiry?: Inquiry) {
  gateway.reply(desk.viewIndexedInquiry, {
    inquiry: named('Ana Canaria'),
    asOf: Date.now() - 5 * MINUTE_MS,
  });
  const panel = (
    <InquiryPanel
      adminMail={MAIL}
      sid={SID}
      initialInquiry={initialInquiry}
      initialInquiryAt={0}
      onClose={() => undefined}
    />
  );
  return renderPart(panel, { gateway, session: { may: ['viewInquiry', 'viewIndexedInquiry'] } });
}

test('while the service does not answer, the indexed inquiry is shown with its age', async () => {
  const gateway = new FakeGateway().refuse(v3.viewInquiry, 503, { code: 'upstream-unreachable' });
  const { screen, user } = await open(gateway);
  expect(await screen.findByRole('heading', { name: 'Ana Canaria' })).toBeTruthy();
  expect(await screen.findByText(/^El servicio no responde. Última lectura: hace [45] min$/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();

  gateway.reply(v3.viewInquiry, named('Ana Renovada'));
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('heading', { name: 'Ana Renovada' })).toBeTruthy();
  expect(screen.queryByText(/Última lectura/)).toBeNull();
});

test('so is the age of one that was opened from a list', async () => {
  const gateway = new FakeGateway().refuse(v3.viewInquiry, 503, { code: 'upstream-unreachable' });
  const { screen } = await open(gateway, named('Ana Canaria'));
  expect(await screen.findByText(/Última lectura: hace [45] min$/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Ana Canaria' })).toBeTruthy();
});

test.each([
  [404, 'No se encontró'],
  [403, 'No está permitido'],
])('a refusal of the service counts: %i', async (status, sentence) => {
  const gateway = new FakeGateway().reply(v3.viewInquiry, () => new Response(null, { status }));
  const { screen } = await open(gateway);
  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  await expect.poll(() => screen.queryByText('Ana Canaria')).toBeNull();
});

test('an inquiry that the index does not have either says why it cannot be shown', async () => {
  const gateway = new FakeGateway().refuse(v3.viewInquiry, 503, { code: 'upstream-unreachable' });
  const opened = open(gateway);
  gateway.refuse(desk.viewIndexedInquiry, 404, { code: 'not-found' });
  const { screen } = await opened;
  expect((await screen.findByRole('alert')).textContent).toContain('El servicio no responde');
});
