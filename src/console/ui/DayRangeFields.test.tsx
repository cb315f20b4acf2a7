import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { DayRangeFields } from './DayRangeFields.tsx';

const RANGE = { from: '2026-03-01', to: '2026-03-05' };

async function openFields() {
  const onChange = vi.fn<(changed: object) => void>();
  const { screen } = await renderPart(
    <DayRangeFields range={RANGE} max="2026-03-10" maxDays={366} fieldSx={{}} onChange={onChange} />,
  );
  /** happy-dom has no editable sections, so the test types into the hidden input. */
  const type = (label: string, text: string) => {
    const field = screen.getByRole('group', { name: label });
    const input = field.querySelector('input') ?? field.parentElement?.querySelector('input');
    fireEvent.change(input as HTMLInputElement, { target: { value: text } });
    return field;
  };
  const enter = (label: string, text: string) => fireEvent.keyDown(type(label, text), { key: 'Enter' });
  return { onChange, type, enter, screen };
}

test('a day that is typed is applied by Enter and not before', async () => {
  const { onChange, type, enter } = await openFields();
  type('Hasta', '08/03/2026');
  expect(onChange).not.toHaveBeenCalled();
  enter('Hasta', '08/03/2026');
  expect(onChange.mock.calls).toEqual([[{ to: '2026-03-08' }]]);
});

test('an emptied field is applied when it is left and not before', async () => {
  const { onChange, type, enter } = await openFields();
  type('Hasta', '');
  expect(onChange).not.toHaveBeenCalled();
  enter('Hasta', '');
  expect(onChange.mock.calls).toEqual([[{ to: '' }]]);
});

test.each(['02/03/0202', '31/12/1999', '11/03/2026'])(
  'the day %s is not applied and is reported',
  async (text) => {
    const { onChange, enter, screen } = await openFields();
    enter('Hasta', text);
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe(
      'Escribí un día entero, del 01/01/2000 al 10/03/2026.',
    );
  },
);

test('days in the wrong order are reported, and applied once both fit', async () => {
  const { onChange, enter, screen } = await openFields();
  enter('Hasta', '25/02/2026');
  expect(screen.getByRole('alert').textContent).toBe('Desde no puede ser después de Hasta.');
  expect(onChange).not.toHaveBeenCalled();
  enter('Desde', '20/02/2026');
  expect(onChange.mock.calls).toEqual([[{ from: '2026-02-20', to: '2026-02-25' }]]);
});

test('too many days are reported and not applied', async () => {
  const { onChange, enter, screen } = await openFields();
  enter('Desde', '01/03/2024');
  expect(screen.getByRole('alert').textContent).toBe('Elegí hasta 366 días.');
  expect(onChange).not.toHaveBeenCalled();
});
