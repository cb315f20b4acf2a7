import { within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';
import { renderPart } from '#testing/render-console.tsx';
import type { Inquiry } from '#console/inquiries/row.ts';
import { listenForShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { InquiryPanel } from './InquiryPanel.tsx';

const MAIL = 'ventas@ruta9.example';
const SID = '01JCXXXXXXXXXXXXXXXXXXXXXX';

const named = (Nombre: string) => ({
  Momento: new Date(Date.now() - 60 * MINUTE_MS).toISOString(),
  Auto: { Marca: 'Fiat' },
  Interesado: { Nombre },
  _links: { self: { href: `/v3/consultas/${MAIL}/${SID}` } },
});

function open(gateway: FakeGateway, initialInquiry?: Inquiry, { role }: { role?: Role } = {}) {
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
      isOpen
      onClose={() => undefined}
    />
  );
  if (role) return renderPart(panel, { gateway, role });
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

test('an inquiry opened from a list shows its age while the service does not answer', async () => {
  const gateway = new FakeGateway().refuse(v3.viewInquiry, 503, { code: 'upstream-unreachable' });
  const { screen } = await open(gateway, named('Ana Canaria'));
  expect(await screen.findByText(/Última lectura: hace [45] min$/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Ana Canaria' })).toBeTruthy();
});

test.each([
  [404, 'No se encontró'],
  [403, 'No está permitido'],
])('a refusal of the service is shown instead of the indexed inquiry: %i', async (status, sentence) => {
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

test('an erased inquiry can be handed over and has no field for notes', async () => {
  localStorage.setItem(`vitrina-draft:hand-over ${MAIL} ${SID}`.toLowerCase(), 'Pidió por vos');
  const followUp = { ...UNTOUCHED_FOLLOW_UP, sid: SID };
  const gateway = new FakeGateway()
    .reply(v3.viewInquiry, named('Ana Canaria'))
    .reply(desk.viewFollowUp, { followUp, timeline: [], entries: 0, erasedAt: 1000 })
    .reply(desk.listColleagues, { colleagues: [{ id: '2', name: 'Zoe Paz' }], more: false })
    .reply(desk.changeFollowUp, { followUp, timeline: [], entries: 1, erasedAt: 1000 });
  const { screen, user } = await open(gateway, undefined, { role: 'seller' });
  await screen.findByText(/Los datos de quien consultó se borraron de acá/);
  expect(screen.queryByRole('textbox')).toBeNull();
  onTestFinished(listenForShortcuts());
  await user.keyboard('n');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Pasarla a…' }));
  await user.selectOptions(await screen.findByLabelText('A quién'), 'Zoe Paz');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Pasarla' }));
  await expect
    .poll(() => gateway.calls.find(({ name }) => name.startsWith('POST') && name.endsWith('/changes'))?.body)
    .toMatchObject({ change: { kind: 'hand-over', to: '2' } });
});

test('an erasure reloads the notes of the card and removes its drafts', async () => {
  const draft = `vitrina-draft:note ${MAIL} ${SID}`.toLowerCase();
  localStorage.setItem(draft, 'Llamar a Ana');
  const followUp = { ...UNTOUCHED_FOLLOW_UP, sid: SID, notes: 1 };
  const note = {
    id: '00000000-0000-4000-8000-000000000001',
    at: 1000,
    by: { id: '1', name: 'Eva' },
    change: { kind: 'note', text: 'Prefiere la tarde', contact: false },
    to: null,
    undone: false,
  };
  let isErased = false;
  const gateway = new FakeGateway()
    .reply(v3.viewInquiry, named('Ana Canaria'))
    .reply(desk.listOfBuyer, { inquiries: [] })
    .reply(desk.viewFollowUp, () =>
      isErased
        ? { followUp: { ...followUp, notes: 0 }, timeline: [], entries: 0, erasedAt: 2000 }
        : { followUp, timeline: [note], entries: 1 },
    )
    .reply(desk.eraseBuyer, () => {
      isErased = true;
      return { inquiries: 1 };
    });
  const { screen, user } = await open(gateway, undefined, { role: 'partner' });
  await screen.findByText('Prefiere la tarde');
  await user.click(await screen.findByText('Sus datos personales'));
  await user.click(screen.getByRole('button', { name: 'Borrar sus datos…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'borrar');
  await user.click(dialog.getByRole('button', { name: 'Borrar' }));
  await screen.findByText(/Los datos de quien consultó se borraron de acá/);
  expect(screen.queryByText('Prefiere la tarde')).toBeNull();
  expect(localStorage.getItem(draft)).toBeNull();
  expect(await screen.findByText('Se borró 1 consulta de acá.')).toBeTruthy();
});

test('what the service leaves empty or out is folded with its count, and the head repeats no fact', async () => {
  const inquiry = {
    ...named('Ana Canaria'),
    Auto: { Marca: 'Fiat', Modelo: 'Argo', Color: null, Kilometraje: 10, RefStock: '' },
    Interesado: { Nombre: 'Ana', Email: 'ana.maria@correo.example', Ciudad: null, Provincia: 'Chubut' },
  };
  const gateway = new FakeGateway().reply(v3.viewInquiry, inquiry);
  const { screen } = await open(gateway);
  const summary = await screen.findByText(/^\d+ sin dato$/);
  const fold = summary.closest('details');
  expect(fold?.open).toBe(false);
  const names = (element: Element | null) =>
    [...(element?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent);
  expect(summary.textContent).toBe(`${names(fold).length} sin dato`);
  const getValue = (name: string) =>
    within(fold as HTMLElement)
      .getByText(name)
      .closest('div')
      ?.querySelector('dd')?.textContent;
  expect(['Color', 'Versión', 'Referencia de stock'].map(getValue)).toEqual([
    'sin dato',
    'no enviado',
    'vacío',
  ]);
  // Members of what was not sent are not listed.
  expect(names(fold)).toContain('Permuta, financiación y seguro');
  expect(names(fold)).not.toContain('Financiación');
  expect(names(screen.getByRole('region', { name: 'Vehículo' }))).toEqual(['Kilómetros']);
  expect(screen.getByText(/^ana/).innerHTML).toBe('ana<wbr>.maria<wbr>@correo<wbr>.example');
});

test('a masked contact has no links, and is shown for a purpose', async () => {
  const masked = named('Ana P•••');
  const person = { Nombre: 'Ana', Apellido: 'P•••', Telefono: '351 •••-4321', Email: 'a•••@correo.example' };
  const buyer = { Nombre: 'Ana', Apellido: 'Paz', Telefono: '351 555-4321', Email: 'ana@correo.example' };
  const gateway = new FakeGateway()
    .reply(v3.viewInquiry, { ...masked, Interesado: person })
    .reply(desk.listOfBuyer, { inquiries: [] })
    .reply(desk.viewFollowUp, { followUp: UNTOUCHED_FOLLOW_UP, timeline: [], entries: 0 })
    .reply(desk.revealContacts, { buyer });
  const { screen, user } = await open(gateway, undefined, { role: 'support' });
  const getLinks = () => [
    ...document.querySelectorAll('a[href^="tel:"], a[href^="mailto:"], a[href*="wa.me"]'),
  ];
  await user.click(await screen.findByRole('button', { name: 'Mostrar contacto' }));
  expect(getLinks()).toEqual([]);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Caso 7');
  await user.click(dialog.getByRole('button', { name: 'Mostrar contacto' }));
  expect(await screen.findByRole('heading', { name: 'Ana Paz' })).toBeTruthy();
  expect((await screen.findByRole('link', { name: /Llamar/ })).getAttribute('href')).toBe(
    'tel:+543515554321',
  );
});
