import { expect, test } from 'vitest';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const AGENCY = 'ventas@ruta9.example';
const agency = {
  AdminMail: AGENCY,
  Nombre: 'Ruta 9',
  RazonSocial: null,
  IdentificacionFiscal: null,
  Telefono: '+54 351 555-0177',
  WhatsApp: null,
  Region: null,
  Ciudad: null,
  Direccion: null,
  Estado: 'Registrada',
  FechaInvitacion: null,
  FechaRegistro: null,
  Operadores: [],
  Productos: { _links: {} },
  Consultas: { _links: {} },
  _links: {},
};
const noEntries = { _links: {}, _entries: [] };

test("a refused edit shows the service's words at the field until it is edited, and the rest above", async () => {
  const gateway = new FakeGateway()
    .reply(v3.viewAgency, agency)
    .reply(v3.listCities, noEntries)
    .refuse(v3.editAgency, 400, {
      Errors: { Telefono: ['debe tener al menos 8'], Fantasia: ['no es un miembro conocido'] },
    });
  const { screen, user } = await renderPage(`/agencies/${AGENCY}/edit`, { gateway });
  const phone = await screen.findByLabelText(/Teléfono/);
  await user.type(screen.getByLabelText('Nombre'), ' S.A.');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText(/El servicio dice: «debe tener al menos 8/);
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  const refusal = screen.getByText(/no es un miembro conocido/);
  expect(document.activeElement?.contains(refusal)).toBe(true);
  await user.type(phone, '0');
  expect(phone.getAttribute('aria-invalid')).toBe('false');
  await user.click(screen.getByRole('link', { name: 'Cancelar' }));
  await screen.findByRole('dialog', { name: '¿Salir sin guardar?' });
});
