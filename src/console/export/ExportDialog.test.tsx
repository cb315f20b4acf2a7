import { expect, test, vi } from 'vitest';
import { type ExportLine, exportEndpoints } from '#contract/desk/export.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { useExportJob } from './use-export-job.ts';

const REQUEST = { agencias: ['ventas@ruta9.example'], search: '' };
const END: ExportLine = { kind: 'end', text: 'sid\n', rows: 0, name: 'consultas.csv', missing: [] };

function Dialog() {
  return <ExportDialog request={REQUEST} job={useExportJob()} onClose={() => undefined} />;
}

async function open(role: Role, language: 'es' | 'en' = 'es') {
  localStorage.removeItem('vitrina-export');
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const queries: URLSearchParams[] = [];
  const gateway = new FakeGateway()
    .refuse(desk.viewHours, 404, { code: 'not-found' })
    .reply(exportEndpoints.exportInquiries, ({ query }) => {
      queries.push(query);
      return new Response(`${JSON.stringify(END)}\n`);
    });
  const page = await renderPart(<Dialog />, { role, gateway, language });
  const submit = async () => {
    await page.user.click(page.screen.getByRole('button', { name: /^Export(?:ar)? \d+ col/ }));
    await vi.waitFor(() => expect(queries.length).toBeGreaterThan(0));
    const { format, locale, headers, masked } = Object.fromEntries(queries.at(-1) ?? []);
    return { format, locale, headers, masked };
  };
  return { ...page, submit };
}

test('a file is CSV with the names of the dialog and unmasked, unless something else is chosen', async () => {
  const { submit } = await open('seller');
  expect(await submit()).toEqual({ format: 'csv', locale: 'es', headers: 'names', masked: '0' });
});

test('JSON, the names of the interface and masking are chosen', async () => {
  const { screen, user, submit } = await open('partner', 'en');
  expect(screen.getByRole('checkbox', { name: /BOM/ })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /JSON/ }));
  expect(screen.queryByRole('checkbox', { name: /BOM/ })).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Interesado\.Nombre/ }));
  await user.click(screen.getByRole('checkbox', { name: /Mask/ }));
  expect(await submit()).toEqual({ format: 'json', locale: 'en', headers: 'interface', masked: '1' });
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
