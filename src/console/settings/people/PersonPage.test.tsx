import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { Person } from '#contract/desk/people.ts';
import { v3 } from '#contract/v3.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

const person: Person = {
  id: '2',
  mail: 'soporte@vitrina.example',
  name: 'Simón Aguirre',
  role: 'support',
  agencies: [],
  state: 'active',
  secondFactor: false,
  openIdIssuer: null,
  createdAt: 0,
  seenAt: null,
  invitationEndsAt: null,
  version: 1,
};

async function renderPerson(gateway: FakeGateway, shown: Person) {
  gateway.reply(desk.viewPerson, shown).reply(v3.listAgencies, { _links: {}, _entries: [] });
  const page = await renderPage(`/settings/people/${shown.id}`, { gateway });
  const name = await page.screen.findByLabelText<HTMLInputElement>(/Nombre y apellido/);
  return { ...page, name };
}

test('the only partner can neither change their role nor remove their access', async () => {
  const gateway = new FakeGateway()
    .refuse(desk.editPerson, 409, { code: 'last-partner' })
    .refuse(desk.setAccess, 409, { code: 'last-partner' });
  const own: Person = { ...person, id: '1', mail: 'partner@vitrina.example', role: 'partner' };
  const { screen, user, enter } = await renderPerson(gateway, own);
  await user.click(screen.getByRole('radio', { name: /Soporte/ }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await user.click(await screen.findByRole('button', { name: 'Cambiar mi rol' }));
  await screen.findByText(/Es la única cuenta que administra/);
  await user.click(screen.getByRole('button', { name: 'Descartar cambios' }));

  await user.click(screen.getByRole('button', { name: 'Quitar el acceso' }));
  const leave = await screen.findByRole<HTMLButtonElement>('button', { name: 'Quitarme el acceso' });
  expect(leave.disabled).toBe(true);
  await enter(screen.getByLabelText(/Para confirmar/), own.mail);
  await user.click(leave);
  await expect
    .poll(() => screen.getByRole('dialog').textContent)
    .toContain('Es la única cuenta que administra');
});

test('the second of two people who edit a person sees both versions and chooses', async () => {
  const gateway = new FakeGateway().refuse(desk.editPerson, 409, { code: 'changed-meanwhile' });
  const { screen, user, enter, name } = await renderPerson(gateway, person);
  await user.clear(name);
  await enter(name, 'Nombre Primero');
  gateway.reply(desk.viewPerson, { ...person, name: 'Nombre Segundo', version: 2 });
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText(/Alguien guardó otra cosa/);
  expect(screen.getByRole('row', { name: /Nombre y apellido/ }).textContent).toMatch(
    /Nombre Primero.*Nombre Segundo/,
  );
  gateway.reply(desk.editPerson, ({ body }) => ({ ...person, ...(body as object), version: 3 }));
  await user.click(screen.getByRole('button', { name: 'Guardar lo mío' }));
  await screen.findByRole('heading', { name: 'Nombre Primero' });
  expect(gateway.writes.at(-1)?.body).toMatchObject({ name: 'Nombre Primero', version: 2 });
});

test('the list of people is filtered, and says which parameters of its address are unreadable', async () => {
  const everybody = [
    person,
    { ...person, id: '3', name: 'Valeria Sosa', mail: 'vendedora@vitrina.example', role: 'seller' },
  ];
  const gateway = new FakeGateway().reply(desk.listPeople, ({ query }) => {
    const people = everybody.filter(
      ({ mail, role }) =>
        mail.includes(query.get('q')?.toLowerCase() ?? '') && role === (query.get('role') ?? role),
    );
    return { people, total: people.length, more: false, mails: 'files' };
  });
  const { screen, user, enter } = await renderPage('/settings/people?state=perdida', { gateway });
  await screen.findByText(/No se entiende «state=perdida»/);
  await enter(screen.getByLabelText(/Nombre, correo o agencia/), 'VENDEDORA@');
  await expect.poll(() => screen.queryByText(person.mail)).toBeNull();
  screen.getByText('vendedora@vitrina.example');
  await user.click(screen.getByRole('combobox', { name: /Rol/ }));
  await user.click(screen.getByRole('option', { name: 'Soporte' }));
  await screen.findByText('Nadie coincide con esta búsqueda.');
  await user.click(screen.getByRole('link', { name: 'Ver a todas' }));
  await screen.findByText(person.mail);
});

test('a long list of people is shown page by page, and says how many there are', async () => {
  const next = { ...person, id: '3', name: 'Zoe Paz', mail: 'zoe@vitrina.example' };
  const gateway = new FakeGateway().reply(desk.listPeople, ({ query }) => ({
    people: query.get('after') === person.id ? [next] : [person],
    total: 2,
    more: !query.has('after'),
    mails: 'files',
  }));
  const { screen, user } = await renderPage('/settings/people', { gateway });
  await screen.findByText(person.mail);
  screen.getByText('2 personas');
  expect(screen.queryByText(next.mail)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ver más' }));
  await screen.findByText(next.mail);
  screen.getByText(person.mail);
  expect(screen.queryByRole('button', { name: 'Ver más' })).toBeNull();
});
