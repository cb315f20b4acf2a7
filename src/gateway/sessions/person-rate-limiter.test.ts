import { expect, it, vi } from 'vitest';
import type { ServicePace } from '#gateway/forward/service-pace.ts';
import { PersonRateLimiter } from './person-rate-limiter.ts';
import type { ActiveSession } from './store.ts';

function open(callsPerPerson = 1) {
  const consume = vi.fn(() => Promise.resolve({ isAllowed: true, remaining: 1, secondsLeft: 1 }));
  const limiter = new PersonRateLimiter({ callsPerPerson, consume } as unknown as ServicePace, () => 0);
  const session = (id: string, stage: ActiveSession['stage']) =>
    ({ id, stage, person: { id: 'p1' } }) as ActiveSession;
  return { consume, limiter, session };
}

it.each([
  ['viewInquiry', 1],
  ['changeFollowUp', 1],
  ['restoreWebhook', 3],
  ['sendTestDelivery', 1],
  ['viewSession', 0],
] as const)('a call of %s counts as %i calls of the service', async (endpoint, calls) => {
  const { consume, limiter, session } = open();
  await limiter.consume(session('s1', 'in'), endpoint);
  expect(consume.mock.calls).toEqual(Array.from({ length: calls }, () => ['p1']));
});

it('calls that do not reach the service count by person, and by session until sign-in is complete', async () => {
  const { limiter, session } = open();
  const call = (id: string, stage: ActiveSession['stage']) =>
    limiter.consume(session(id, stage), 'viewSession');
  for (let count = 0; count < 600; count += 1) {
    await call('s1', 'in');
    await call('s2', 'in');
    await call('s3', 'second-factor');
    await call('s3', 'second-factor');
  }
  for (const [id, stage] of [
    ['s1', 'in'],
    ['s2', 'in'],
    ['s3', 'second-factor'],
  ] as const)
    await expect(call(id, stage)).rejects.toMatchObject({ problem: { Type: '/problems/too-many-requests' } });
  await call('s4', 'second-factor');
});
