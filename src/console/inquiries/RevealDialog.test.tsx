import { expect, test, vi } from 'vitest';
import { contactEndpoints } from '#contract/desk/contacts.ts';
import { endpointMutation } from '#console/api/endpoint-mutation.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { renderPart } from '#testing/render-console.tsx';
import { RevealDialog } from './RevealDialog.tsx';

const mutation = endpointMutation(contactEndpoints.revealPayload, (purpose: string) => ({
  params: { id: 'x' },
  body: { purpose },
}));

async function open(gateway: FakeGateway) {
  const [onReveal, onClose] = [vi.fn(), vi.fn()];
  const page = await renderPart(<RevealDialog mutation={mutation} onReveal={onReveal} onClose={onClose} />, {
    role: 'support',
    gateway,
  });
  const submit = () => page.user.click(page.screen.getByRole('button', { name: 'Mostrar contacto' }));
  return { ...page, onReveal, onClose, submit };
}

test('a purpose that is suggested, or written, is sent', async () => {
  const gateway = new FakeGateway().reply(contactEndpoints.revealPayload, { payload: '{}' });
  const { screen, user, submit, onReveal, onClose } = await open(gateway);
  await submit();
  expect(await screen.findByText(/^Escribí para qué/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'El comprador pidió ayuda' }));
  await user.type(screen.getByRole('textbox', { name: /^Para qué/ }), ', caso 7');
  await submit();
  await vi.waitFor(() => expect(onReveal).toHaveBeenCalledWith({ payload: '{}' }));
  expect(gateway.writes.map(({ body }) => body)).toEqual([{ purpose: 'El comprador pidió ayuda, caso 7' }]);
  expect(onClose).toHaveBeenCalled();
});

test('a purpose with a contact is refused at its field, and stays', async () => {
  const gateway = new FakeGateway().refuse(contactEndpoints.revealPayload, 400, {
    code: 'invalid-request',
    Errors: { purpose: ['has-contact'] },
  });
  const { screen, user, submit, onReveal } = await open(gateway);
  await user.type(screen.getByRole('textbox', { name: /^Para qué/ }), 'Llama del 11 5555 1234');
  await submit();
  expect(await screen.findByText(/no puede tener teléfonos, correos/)).toBeTruthy();
  expect(onReveal).not.toHaveBeenCalled();
});
