import { useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { Failure } from '#console/api/failure.ts';
import { renderPart } from '#testing/render-console.tsx';
import { Form } from './Form.tsx';
import { FormFailure } from './FormAlert.tsx';
import { FormSelect } from './FormSelect.tsx';
import { FormSwitch } from './FormSwitch.tsx';
import { FormTextField } from './FormTextField.tsx';
import { setFormErrors } from './set-form-errors.ts';

const OPTIONS = [
  { value: 7, label: '07:00' },
  { value: 8, label: '08:00' },
];

function ExampleForm({ refusal, onSave }: { refusal?: Failure; onSave?: (values: object) => void }) {
  const form = useForm({ defaultValues: { name: '', hour: 7, on: false } });
  const { isDirty } = useFormState({ control: form.control });
  const [isSaved, setSaved] = useState(false);
  const { pathname, state } = useLocation();
  return (
    <Form
      onSubmit={form.handleSubmit((values) => {
        onSave?.(values);
        if (refusal) setFormErrors(refusal, form.setError, ['name']);
        else setSaved(true);
      })}
      failure={<FormFailure control={form.control} error={refusal ?? null} />}
      submitLabel="Save"
      isPending={false}
      hasUnsavedChanges={isDirty}
      saved={isSaved ? { to: '/saved', state: 'by the form' } : undefined}
    >
      <FormTextField control={form.control} name="name" label="Name" errorText="Too long." />
      <FormSelect control={form.control} name="hour" label="Hour" options={OPTIONS} />
      <FormSwitch control={form.control} name="on" label="On" description="Sends it." />
      <output>{`${pathname} ${state}`}</output>
    </Form>
  );
}

const refuse = (Errors: Record<string, string[]>, Type?: string) =>
  new Failure('problem', 'PUT /x', { status: 400, problem: { Errors, ...(Type && { Type }) } });

test('a form saves the values of its fields and opens the next page without asking', async () => {
  const saves: object[] = [];
  const { screen, user, enter } = await renderPart(<ExampleForm onSave={(values) => saves.push(values)} />);
  await enter(screen.getByLabelText('Name'), 'Ana');
  await user.click(screen.getByRole('combobox', { name: 'Hour' }));
  await user.click(await screen.findByRole('option', { name: '08:00' }));
  const toggle = screen.getByRole('switch', { name: 'On', description: 'Sends it.' });
  await user.click(toggle);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('/saved by the form');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(saves).toEqual([{ name: 'Ana', hour: 8, on: true }]);
});

test('a field quotes a refusal of the service until it is edited', async () => {
  const { screen, user, enter } = await renderPart(
    <ExampleForm refusal={refuse({ name: ['Ya existe.'] })} />,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('El servicio dice: «Ya existe.»');
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await enter(screen.getByLabelText('Name'), 'A');
  expect(screen.queryByText(/Ya existe/)).toBeNull();
});

test('a field explains a code of the gateway by its own sentence', async () => {
  const refusal = refuse({ name: ['invalid'] }, '/problems/invalid-request');
  const { screen, user } = await renderPart(<ExampleForm refusal={refusal} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByText('Too long.')).not.toBeNull();
});

test('a refusal that is about no field stands above the button and takes the focus', async () => {
  const { screen, user } = await renderPart(<ExampleForm refusal={refuse({ _: ['Hoy no.'] })} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Hoy no/);
  const alert = screen.getByRole('alert');
  expect(document.activeElement).toBe(alert);
  expect(alert.nextElementSibling).toBe(screen.getByRole('group', { name: 'Cambios' }));
});
