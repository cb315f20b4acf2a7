import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { InquiryNotice, colleagueNotices, lateInquiries, webhookAlarm } from './InquiryNotice.tsx';

const inquiry = (at: number, adminMail = 'ventas@ruta9.example') => ({
  adminMail,
  sid: `01JC000000000000000000000${at}`,
});
const add = (...inquiries: ReturnType<typeof inquiry>[]) => act(() => inquiries.forEach(lateInquiries.add));

afterEach(() =>
  act(() => {
    lateInquiries.clear();
    colleagueNotices.clear();
    webhookAlarm.set(undefined);
  }),
);

test('the notice of one late inquiry links to it, that of several to the list of late ones', async () => {
  const { screen } = await renderPart(<InquiryNotice />);
  expect(screen.queryByRole('alert')).toBeNull();
  add(inquiry(1), inquiry(1));
  await screen.findByText(/^Una consulta está tarde y nadie respondió/);
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(link('Abrirla')).toBe(
    '/inquiries/ventas@ruta9.example/01JC0000000000000000000001?agencia=ventas%40ruta9.example',
  );
  add(inquiry(2));
  await screen.findByText(/^2 consultas están tarde/);
  expect(link('Ver las que están tarde')).toBe('/inquiries?agencia=ventas%40ruta9.example&vista=tarde');
  add(inquiry(3, 'hola@otra.example'));
  expect(link('Ver las que están tarde')).toBe('/inquiries?agencia=todas&vista=tarde');
});

test('an inquiry that is answered or opened leaves the notice, and closing the notice removes all', async () => {
  const { screen, user } = await renderPart(<InquiryNotice />, {
    path: '/inquiries/ventas@ruta9.example/01JC0000000000000000000001',
    language: 'en',
  });
  add(inquiry(2), inquiry(3));
  await screen.findByText(/^2 inquiries are late/);
  act(() => lateInquiries.remove({ ...inquiry(2), sid: inquiry(2).sid.toLowerCase() }));
  await screen.findByText(/^An inquiry is late/);
  await user.click(screen.getByRole('button', { name: 'Close the notice' }));
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
});

test('a mention is shown before late inquiries, says who wrote it, and leaves when its inquiry is opened', async () => {
  const { screen, user } = await renderPart(<InquiryNotice />);
  add(inquiry(1));
  act(() => colleagueNotices.add({ ...inquiry(2), kind: 'mention', by: 'Romina Paz' }));
  await screen.findByText(/^Romina Paz te nombró en la nota de una consulta/);
  expect(screen.queryByText(/está tarde/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Abrirla' }));
  await screen.findByText(/está tarde/);
  expect(screen.queryByText(/te nombró/)).toBeNull();
});

test('a reminder of a colleague says who sent it', async () => {
  const { screen } = await renderPart(<InquiryNotice />);
  act(() => colleagueNotices.add({ ...inquiry(2), kind: 'nudge', by: 'Romina Paz' }));
  expect(await screen.findByText(/^Romina Paz te recuerda una consulta que espera respuesta/)).toBeTruthy();
});

test('missed messages are shown before all else, with the way to the balance of today', async () => {
  const { screen, user } = await renderPart(<InquiryNotice />);
  add(inquiry(1));
  act(() => webhookAlarm.set({ kind: 'missed', data: { count: 7, since: Date.now(), to: [] } }));
  await screen.findByText(/^7 consultas llegaron sin aviso desde el /);
  const link = screen.getByRole('link', { name: 'Ver el balance' });
  expect(link.getAttribute('href')).toBe('/balance?from=hoy&to=hoy');
  await user.click(link);
  await screen.findByText(/está tarde/);
});

test('a failing canary leads to the page of the topic', async () => {
  const { screen } = await renderPart(<InquiryNotice />);
  act(() => webhookAlarm.set({ kind: 'canary', data: { count: 3, since: Date.now(), to: [] } }));
  await screen.findByText(/^La prueba automática de los avisos falló 3 veces seguidas desde el /);
  const link = screen.getByRole('link', { name: 'Ver el aviso' });
  expect(link.getAttribute('href')).toBe('/webhooks/consulta-recibida');
});
