import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Template } from '#contract/desk/templates.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const template: Template = {
  id: '5b0e8c1c-3a0a-4a3e-9a54-1f6b8f0e2a11',
  name: 'Saludo',
  subject: '',
  text: 'Hola {{nombre}}',
  shared: false,
  by: { id: '1', name: 'Valeria Sosa' },
  mayEdit: true,
  version: 1,
};

async function renderTemplate(gateway: FakeGateway) {
  gateway.reply(desk.listTemplates, { templates: [template] });
  const page = await renderPage(`/settings/templates/${template.id}`, { gateway, role: 'seller' });
  const name = await page.screen.findByLabelText<HTMLInputElement>(/Nombre de la plantilla/);
  const text = page.screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Texto' });
  const save = page.screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
  return { ...page, name, text, save };
}

test('a new template without name and text says so, and focuses the name', async () => {
  const gateway = new FakeGateway().reply(desk.listTemplates, { templates: [] });
  const { screen, user } = await renderPage('/settings/templates/new', { gateway, role: 'seller' });
  await user.click(await screen.findByRole('button', { name: 'Guardar' }));
  await screen.findByText('Escribí un nombre de hasta 60 letras.');
  screen.getByText('Escribí el texto, de hasta 4.000 letras.');
  expect(document.activeElement).toBe(screen.getByLabelText(/Nombre de la plantilla/));
});

test('a refused template marks its fields until they are edited, and can be saved', async () => {
  const gateway = new FakeGateway().refuse(desk.editTemplate, 400, {
    code: 'invalid-request',
    Errors: { name: ['too long'], text: ['empty'] },
  });
  const { name, text, save, user } = await renderTemplate(gateway);
  await user.type(name, ' nuevo');
  await user.click(save);
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  expect(text.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(name);
  await user.type(name, '!');
  expect(name.getAttribute('aria-invalid')).toBe('false');
  expect(text.getAttribute('aria-invalid')).toBe('true');
  gateway.reply(desk.editTemplate, ({ body }) => ({ ...template, ...(body as object), version: 2 }));
  await user.click(save);
  await expect.poll(() => save.disabled).toBe(true);
  expect(name.value).toBe('Saludo nuevo!');
});

test('a refusal that is about no field stands above the form, with the focus', async () => {
  const gateway = new FakeGateway().refuse(desk.editTemplate, 400, {
    code: 'invalid-request',
    Errors: { colour: ['unknown'] },
  });
  const { screen, name, text, save, user } = await renderTemplate(gateway);
  await user.type(text, '!');
  await user.click(save);
  await expect.poll(() => document.activeElement?.textContent).toContain('El servicio no aceptó lo pedido');
  expect(name.getAttribute('aria-invalid')).toBe('false');
  expect(text.value).toBe('Hola {{nombre}}!');
  gateway.reply(desk.editTemplate, ({ body }) => ({ ...template, ...(body as object), version: 2 }));
  await user.click(save);
  await expect.poll(() => screen.queryByText(/El servicio no aceptó lo pedido/)).toBeNull();
});

test('a text that is typed during a save stays, and no undo is offered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const gateway = new FakeGateway().reply(desk.editTemplate, async ({ body }) => {
    await promise;
    return { ...template, ...(body as object), version: 2 };
  });
  const { screen, text, save, user } = await renderTemplate(gateway);
  await user.type(text, ', dos');
  await user.click(save);
  await expect.poll(() => gateway.writes.at(-1)?.name).toContain('PUT');
  await user.type(text, ' y tres');
  resolve();
  await screen.findByText('Se guardó «Saludo».');
  expect(text.value).toBe('Hola {{nombre}}, dos y tres');
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
  expect(save.disabled).toBe(false);
});
