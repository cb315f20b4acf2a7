import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { PeriodFilter } from './PeriodFilter.tsx';

async function openFilter(props: Partial<Parameters<typeof PeriodFilter>[0]> = {}) {
  const onChange = vi.fn<(period: object) => void>();
  const { screen, user } = await renderPart(
    <PeriodFilter
      period={{ from: '2026-03-01', to: '2026-03-05' }}
      today="2026-03-10"
      {...props}
      onChange={onChange}
    />,
  );
  /** happy-dom has no editable sections, so the test types into the hidden input. */
  const enter = async (label: string, text: string) => {
    const field = await screen.findByRole('group', { name: label });
    const input = field.querySelector('input') ?? field.parentElement?.querySelector('input');
    fireEvent.change(input as HTMLInputElement, { target: { value: text } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  return { screen, user, enter, onChange };
}

test.each([
  ['Hoy', { from: 'hoy' }],
  ['Ayer', { from: 'ayer', to: 'ayer' }],
  ['Ayer', { from: '2026-03-09', to: '2026-03-09' }],
  ['7 días', { from: '-6d', to: 'hoy' }],
])('the button %s is pressed for the days %j', async (name, period) => {
  const { screen } = await openFilter({ period });
  expect(screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([
    name,
  ]);
});

test('a period is chosen by its name, which replaces both days', async () => {
  const { screen, user, onChange } = await openFilter();
  await user.click(screen.getByRole('button', { name: '7 días' }));
  await user.click(screen.getByRole('button', { name: 'Ayer' }));
  expect(onChange.mock.calls).toEqual([[{ from: '-6d', to: undefined }], [{ from: 'ayer', to: 'ayer' }]]);
});

test('an emptied day is removed', async () => {
  const { enter, onChange } = await openFilter();
  await enter('Hasta', '');
  expect(onChange.mock.calls).toEqual([[{ to: '' }]]);
});

test('a required day that is emptied stays, and the other is applied with both', async () => {
  const { enter, onChange } = await openFilter({ isRequired: true });
  await enter('Hasta', '');
  expect(onChange).not.toHaveBeenCalled();
  await enter('Hasta', '08/03/2026');
  expect(onChange.mock.calls).toEqual([[{ from: '2026-03-01', to: '2026-03-08' }]]);
});

test('a day that the gateway refused is marked', async () => {
  const { screen } = await openFilter({ errors: { to: 'Revisá este día.' } });
  expect(await screen.findAllByText('Revisá este día.')).toHaveLength(1);
});
