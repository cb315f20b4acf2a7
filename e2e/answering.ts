import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import type { WriteTemplate } from '#contract/desk/templates.ts';
import type { Inquiry } from './actions.ts';
import type { GatewayClient } from './gateway-client.ts';

// Shared by tests of answering: a buyer, and stubs of other programs.

const CAR = {
  Marca: 'Fiat',
  Modelo: 'Cronos',
  VersionYear: 2021,
  Precio: { Moneda: 'ARS', Importe: 18_500_000 },
};
const ANA = {
  Nombre: 'Ana',
  Apellido: 'Quiroga',
  Telefono: '0351 15-555-0111',
  Email: 'ana.quiroga@correo.example',
  Comentario: '¿Sigue disponible?',
};

export const ana = (person: object = {}, vehicle: object = {}) => ({
  Interesado: { ...ANA, ...person },
  Auto: { ...CAR, ...vehicle },
});

/** Changes of an inquiry, newest first. */
export async function timelineChanges(client: GatewayClient, { adminMail, sid }: Inquiry) {
  const { timeline } = await client.call(desk.viewFollowUp, { params: { adminMail, sid } });
  return timeline.map(({ change }) => change);
}

export async function addTemplate(
  client: GatewayClient,
  template: Omit<WriteTemplate, 'id'>,
): Promise<string> {
  const id = randomUUID();
  await client.call(desk.addTemplate, { body: { id, ...template } });
  return id;
}

export const stubWhatsapp = (context: BrowserContext) =>
  context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));

/** Prevents `tel:` and `mailto:` links. @returns a function that reads the opened ones */
export async function recordContactLinks(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const opened: string[] = [];
    Object.assign(window, { opened });
    addEventListener('click', (event) => {
      const link = event.target instanceof Element && event.target.closest('a');
      if (!link || !/^(tel|mailto):/.test(link.href)) return;
      event.preventDefault();
      opened.push(link.href);
    });
  });
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened);
}

export const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
