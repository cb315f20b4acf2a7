import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { OpenSession } from '#contract/desk/open-sessions.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { SessionList } from './SessionList.tsx';

const session = (id: string, address: string, seenAt: number): OpenSession => ({
  id,
  address,
  userAgent: '',
  createdAt: 0,
  seenAt,
  current: id === '1',
});

test('a session that is ended keeps its place in the list', async () => {
  let sessions = [session('1', '10.0.0.1', 3), session('2', '10.0.0.2', 2), session('3', '10.0.0.3', 1)];
  const gateway = new FakeGateway()
    .reply(desk.listSessions, () => ({ sessions }))
    .reply(desk.endSession, ({ params: { id } }) => {
      sessions = sessions.filter((other) => other.id !== id).toReversed();
      return undefined;
    });
  const { screen, user } = await renderPart(<SessionList />, { gateway });
  const list = await screen.findByRole('list', { name: 'Sesiones' });
  const listAddresses = () =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => /desde ([\d.]+\d)/.exec(textContent ?? '')?.[1]);
  const [, second] = within(list).getAllByRole('button');
  await user.click(second as HTMLElement);
  expect((await within(list).findByText('Cerrada')).closest('button')).toHaveProperty('disabled', true);
  expect(listAddresses()).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  expect(gateway.writes.map(({ name }) => name)).toEqual(['DELETE /desk/sessions/2']);
});
