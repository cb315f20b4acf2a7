import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '#testing/render-console.tsx';
import { PeriodFilter } from './PeriodFilter.tsx';

async function openFilter(props: { isRequired?: boolean; refusedDays?: Record<string, string[]> }) {
  const [onPresetChange, onRangeChange] = [
    vi.fn<(preset: string) => void>(),
    vi.fn<(days: object) => void>(),
  ];
  const { screen, user } = await renderPart(
    <PeriodFilter
      {...props}
      preset="hoy"
      range={{ from: '2026-03-01', to: '2026-03-05' }}
      today="2026-03-10"
      onPresetChange={onPresetChange}
      onRangeChange={onRangeChange}
    />,
  );
  /** happy-dom has no editable sections, so the test types into the hidden input. */
  const enter = async (label: string, text: string) => {
    const field = await screen.findByRole('group', { name: label });
    const input = field.querySelector('input') ?? field.parentElement?.querySelector('input');
    fireEvent.change(input as HTMLInputElement, { target: { value: text } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  return { screen, user, enter, onPresetChange, onRangeChange };
}

test('a period up to today is chosen by its name', async () => {
  const { screen, user, onPresetChange } = await openFilter({});
  expect(screen.getByRole('button', { name: 'Hoy', pressed: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '7 días' }));
  expect(onPresetChange.mock.calls).toEqual([['-6d']]);
});

test('an emptied day is removed', async () => {
  const { enter, onRangeChange } = await openFilter({});
  await enter('Hasta', '');
  expect(onRangeChange.mock.calls).toEqual([[{ to: '' }]]);
});

test('a required day that is emptied stays, and the other is applied with both', async () => {
  const { enter, onRangeChange } = await openFilter({ isRequired: true });
  await enter('Hasta', '');
  expect(onRangeChange).not.toHaveBeenCalled();
  await enter('Hasta', '08/03/2026');
  expect(onRangeChange.mock.calls).toEqual([[{ from: '2026-03-01', to: '2026-03-08' }]]);
});

test('a day that the gateway refused is marked', async () => {
  const { screen } = await openFilter({ refusedDays: { to: ['invalid'] } });
  expect(await screen.findAllByText('Revisá este día.')).toHaveLength(1);
});
