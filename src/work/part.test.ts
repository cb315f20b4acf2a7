import { expect, it } from 'vitest';
import { type Part, startParts } from './part.ts';

function createParts() {
  const calls: string[] = [];
  const create = (name: string): Part => ({
    start: async () => void calls.push(`start ${name}`),
    stop: async () => void calls.push(`stop ${name}`),
  });
  return { calls, create };
}

it('parts start in their order and stop in the opposite one', async () => {
  const { calls, create } = createParts();
  const stack = new AsyncDisposableStack();
  await startParts(stack, [create('a'), false, create('b')]);
  await stack.disposeAsync();
  expect(calls).toEqual(['start a', 'start b', 'stop b', 'stop a']);
});

it('a part that cannot start is stopped, and none is started after it', async () => {
  const { calls, create } = createParts();
  const stack = new AsyncDisposableStack();
  const broken = { ...create('b'), start: () => Promise.reject(new Error('busy')) };
  await expect(startParts(stack, [create('a'), broken, create('c')])).rejects.toThrow('busy');
  await stack.disposeAsync();
  expect(calls).toEqual(['start a', 'stop b', 'stop a']);
});

it('a part that cannot stop keeps no other from stopping', async () => {
  const { calls, create } = createParts();
  const stack = new AsyncDisposableStack();
  const broken = { ...create('b'), stop: () => Promise.reject(new Error('busy')) };
  await startParts(stack, [create('a'), broken]);
  await expect(stack.disposeAsync()).rejects.toThrow('busy');
  expect(calls).toEqual(['start a', 'start b', 'stop a']);
});
