import { expect, test } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPage } from '#testing/render-console.tsx';

test('a new password is validated before it is sent, the current one by the gateway', async () => {
  const gateway = new FakeGateway()
    .reply(desk.listSessions, { sessions: [] })
    .reply(desk.viewDigest, { digest: null })
    .reply(desk.viewMe, {
      mail: 'soporte@vitrina.example',
      name: 'Valeria Sosa',
      role: 'support',
      secondFactor: { on: false, required: false, recoveryCodesLeft: 0 },
      passkeys: [],
    });
  const { screen, user, enter } = await renderPage('/settings/me', { gateway, role: 'support' });
  const current = await screen.findByLabelText('Contraseña actual');
  const next = screen.getByLabelText('Contraseña nueva');
  const submit = screen.getByRole('button', { name: 'Cambiar la contraseña' });
  await enter(current, 'no es esta');
  await enter(next, 'corta');
  await screen.findByText('Van 5 de 12 caracteres.');
  await user.click(submit);
  await expect.poll(() => next.getAttribute('aria-invalid')).toBe('true');
  expect(gateway.calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([]);
  gateway.refuse(desk.changePassword, 400, {
    code: 'invalid-request',
    Errors: { current: ['wrong-password'] },
  });
  await enter(next, ' pero no tanto');
  await user.click(submit);
  await screen.findByText('No es tu contraseña actual.');
  gateway.refuse(desk.changePassword, 400, {
    code: 'invalid-request',
    Errors: { password: ['common-password'] },
  });
  await user.type(current, '!');
  await user.click(submit);
  await screen.findByText(/^Es una de las primeras/);
});
