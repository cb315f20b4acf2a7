import { describe, expect, it } from 'vitest';
import { parseLogAddress } from './log-address.ts';

describe('the address of a log', () => {
  it.each([
    ['', {}, []],
    ['from=-7d&topic=x&outcome=caused', { from: '-7d', topic: 'x', outcome: 'caused' }, []],
    ['outcome=nada', {}, [{ parameter: 'outcome', value: 'nada' }]],
    ['to=31-12-2026', {}, [{ parameter: 'to', value: '31-12-2026' }]],
    ['before=abc', {}, [{ parameter: 'before', value: 'abc' }]],
    [`id=${'x'.repeat(65)}`, {}, [{ parameter: 'id', value: 'x'.repeat(65) }]],
  ])('%j is read', (search, query, unreadable) => {
    const address = parseLogAddress(new URLSearchParams(search), { topic: 80, id: 64 }, ['caused']);
    expect(address).toEqual({ query, unreadable });
  });
});
