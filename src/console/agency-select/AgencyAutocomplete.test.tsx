import { beforeEach, expect, test } from 'vitest';
import { v3 } from '#contract/v3.ts';
import { rememberItems } from '#console/session/saved-items.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { AgencyAutocomplete } from './AgencyAutocomplete.tsx';

const agencies = ['Alfa', 'Beta', 'Gamma'].map((Nombre) => ({
  AdminMail: `hola@${Nombre.toLowerCase()}.example`,
  Nombre,
  _links: {},
}));

async function openList() {
  const gateway = new FakeGateway().reply(v3.listAgencies, { _entries: agencies, _links: {} });
  const { screen, user } = await renderPart(
    <AgencyAutocomplete label="Agencia" onChange={() => undefined} />,
    {
      gateway,
    },
  );
  await user.click(screen.getByRole('combobox'));
  await screen.findByRole('option', { name: /Gamma/ });
  const list = () => screen.getByRole('listbox').textContent;
  return { list, user };
}

beforeEach(() => localStorage.clear());

test('the agency that was opened last comes first, under a heading', async () => {
  rememberItems('1', ['/agencies/HOLA@gamma.example']);
  const { list, user } = await openList();
  expect(list()).toMatch(/^RecientesGamma.*OtrasAlfa.*Beta/);
  await user.keyboard('a');
  expect(list()).toMatch(/^RecientesGamma.*OtrasAlfa/);
});

test('the list has no headings before an agency was opened', async () => {
  const { list } = await openList();
  expect(list()).toMatch(/^Alfa.*Beta.*Gamma/);
});

test('a list that was opened before the agencies were loaded offers all of them', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  const gateway = new FakeGateway().reply(v3.listAgencies, async () => {
    await loaded;
    return { _entries: agencies, _links: {} };
  });
  const { screen, user } = await renderPart(
    <AgencyAutocomplete label="Agencia" value="hola@beta.example" onChange={() => undefined} />,
    { gateway },
  );
  await user.click(screen.getByRole('combobox'));
  load();
  expect(await screen.findByRole('option', { name: /Gamma/ })).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(3);
});
