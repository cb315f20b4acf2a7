import { act, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatUpstreamTiming, formatUpstreamTotal } from '#contract/upstream-timing.ts';
import { type RecordedCall, recordCall, recordedCalls } from '#console/api/recorded-calls.ts';
import { createRecordedCall } from '#testing/recorded-call.ts';
import { renderPage, renderPart } from '#testing/render-console.tsx';
import { InspectorPanel } from './InspectorPanel.tsx';

beforeEach(() => recordedCalls.set([]));

let startedAt = 0;
const record = (more: Partial<RecordedCall> = {}) =>
  recordCall(createRecordedCall({ startedAt: (startedAt += 1), ...more }));

const open = async () => {
  const onClose = vi.fn();
  const { screen, user } = await renderPart(<InspectorPanel onClose={onClose} />);
  const getListedUrls = () =>
    screen.queryAllByRole('listitem').map((item) => item.querySelector('code + code')?.textContent);
  return { screen, user, onClose, getListedUrls };
};

describe('the panel', () => {
  it('lists the last calls, the newest first, and those that come', async () => {
    record();
    record({ url: '/v3/colores' });
    const { screen, getListedUrls } = await open();
    expect(screen.getByRole('complementary', { name: 'Inspector de pedidos' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Inspector de pedidos' }));
    expect(getListedUrls()).toEqual(['/v3/colores', '/v3/marcas']);
    act(() => record({ url: '/desk/views', status: 503 }));
    expect(getListedUrls()).toEqual(['/desk/views', '/v3/colores', '/v3/marcas']);
    expect(screen.getByRole('status').textContent).toBe('3 pedidos · 1 con error');
  });

  it('is not modal: the page keeps its shortcuts and is not hidden', async () => {
    const { screen } = await open();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('pauses, goes on and is cleared', async () => {
    record();
    const { screen, user, getListedUrls } = await open();
    const pause = screen.getByRole('button', { name: 'Pausar' });
    await user.click(pause);
    expect(pause.getAttribute('aria-pressed')).toBe('true');
    act(() => record({ url: '/v3/colores' }));
    expect(getListedUrls()).toEqual(['/v3/marcas']);
    await user.click(pause);
    expect(getListedUrls()).toEqual(['/v3/colores', '/v3/marcas']);
    await user.click(pause);
    await user.click(screen.getByRole('button', { name: 'Vaciar' }));
    expect(screen.getByText(/Todavía no hay pedidos/)).toBeDefined();
    expect(recordedCalls.get()).toEqual([]);
  });

  it('filters by state and by text', async () => {
    record();
    record({ url: '/v3/colores', status: 0 });
    record({ url: '/desk/audit', ms: 1200 });
    const { screen, user, getListedUrls } = await open();
    await user.click(screen.getByRole('button', { name: 'Con error' }));
    expect(getListedUrls()).toEqual(['/v3/colores']);
    await user.click(screen.getByRole('button', { name: 'Lentos' }));
    expect(getListedUrls()).toEqual(['/desk/audit']);
    await user.click(screen.getByRole('button', { name: 'Todos' }));
    await user.type(screen.getByRole('searchbox', { name: 'Filtrar pedidos' }), 'marcas');
    expect(getListedUrls()).toEqual(['/v3/marcas']);
    await user.type(screen.getByRole('searchbox', { name: 'Filtrar pedidos' }), 'x');
    expect(screen.getByText('Ningún pedido coincide con el filtro.')).toBeDefined();
  });

  it('is closed by Escape and by its button', async () => {
    const { screen, user, onClose } = await open();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Cerrar el inspector' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('a call says what the gateway asked of the service, and can be copied without secrets', async () => {
    const upstream = formatUpstreamTiming({
      method: 'GET',
      path: '/v3/agencias',
      status: 304,
      ms: 31,
      attempts: 2,
      form: 'ref',
    });
    record({
      url: '/v3/agencias?q=juana%40mail.example',
      headers: new Headers({
        'content-type': 'application/vnd.service.ref+json',
        'x-request-id': 'id-1',
        'server-timing': `${formatUpstreamTotal(12, 40)}, ${upstream}`,
        'x-svc-signature': 'classified',
        etag: '"1"',
      }),
    });
    const { screen, user } = await open();
    const item = screen.getByRole('listitem');
    expect(item.textContent).toContain('Servicio: 12 llamadas, 40 ms');
    const details = item.querySelector('details');
    act(() => {
      details?.setAttribute('open', '');
      details?.dispatchEvent(new Event('toggle'));
    });
    const shown = within(item);
    expect(shown.getByText('id-1')).toBeDefined();
    expect(shown.getByText('application/vnd.service.ref+json')).toBeDefined();
    expect(shown.getByText('etag: "1"')).toBeDefined();
    expect(item.textContent).toContain(
      'GET /v3/agencias 304, sin cambios · 31 ms · forma de referencia · 2 intentos',
    );
    expect(item.textContent).toContain('y 11 llamadas más');
    expect(item.textContent).not.toMatch(/classified|juana/);
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(shown.getByRole('button', { name: 'Copiar como curl' }));
    expect(copy.mock.calls[0]?.[0]).toContain('Bearer $VITRINA_TOKEN');
  });
});

describe('the account menu', () => {
  it.each(['partner', 'support'] as const)('opens it for %s', async (role) => {
    const { screen, user } = await renderPage('/help', { role });
    await user.click(await screen.findByRole('button', { name: /^Cuenta de/ }));
    await user.click(await screen.findByRole('button', { name: 'Inspector de pedidos' }));
    expect(await screen.findByRole('complementary', { name: 'Inspector de pedidos' })).toBeDefined();
  });

  it('does not offer it to sellers', async () => {
    const { screen, user } = await renderPage('/help', { role: 'seller' });
    await user.click(await screen.findByRole('button', { name: /^Cuenta de/ }));
    expect(await screen.findByRole('button', { name: 'Atajos de teclado' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Inspector de pedidos' })).toBeNull();
  });
});
