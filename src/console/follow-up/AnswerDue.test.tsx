import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { defaultHours } from '#contract/hours.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';
import { renderPart } from '#testing/render-console.tsx';
import { AnswerDue } from './AnswerDue.tsx';

const day = [{ from: '00:00', to: '23:59' }];
const hours = { ...defaultHours('UTC'), week: [day, day, day, day, day, day, day] };

async function renderDue(ageMs: number, followUp = UNTOUCHED_FOLLOW_UP) {
  const momento = new Date(Date.now() - ageMs).toISOString();
  const { screen } = await renderPart(<AnswerDue {...{ momento, followUp, hours }} />);
  return screen.findByText(/^(?:Venció|A tiempo|Volvió)/);
}

test('an unanswered inquiry says since when it is late, or when it is due', async () => {
  const late = await renderDue(5 * HOUR_MS);
  expect(late.textContent).toMatch(/^Venció hace 4 h/);
  expect(late.dataset.tone).toBe('red');
  cleanup();
  const fine = await renderDue(MINUTE_MS);
  expect(fine.textContent).toMatch(/^A tiempo: vence/);
});

test('one that returned from a snooze says so, and not that it is late', async () => {
  const now = Date.now();
  const returned = await renderDue(5 * DAY_MS, {
    ...UNTOUCHED_FOLLOW_UP,
    status: 'contacted',
    firstContact: { at: now - 4 * DAY_MS, by: { id: 'm', name: 'María' } },
    snoozedUntil: now - 2.5 * HOUR_MS,
    changedAt: now - 4 * DAY_MS,
  });
  expect(returned.textContent).toBe('Volvió: hace 2 h');
});
