import { describe, expect, it } from 'vitest';
import { oneOf, parseInstant, parseLogAddress, textUpTo } from './log-address.ts';

describe('the address of a log', () => {
  it.each([
    ['', {}, []],
    ['from=-7d&topic=x&outcome=caused', { from: '-7d', topic: 'x', outcome: 'caused' }, []],
    ['outcome=nada', {}, [{ parameter: 'outcome', value: 'nada' }]],
    ['to=31-12-2026', {}, [{ parameter: 'to', value: '31-12-2026' }]],
    ['since=1772721000000', { since: 1_772_721_000_000 }, []],
    ['since=ayer', {}, [{ parameter: 'since', value: 'ayer' }]],
    [`since=${'9'.repeat(15)}`, {}, [{ parameter: 'since', value: '9'.repeat(15) }]],
    ['before=abc', {}, [{ parameter: 'before', value: 'abc' }]],
    [`id=${'x'.repeat(65)}`, {}, [{ parameter: 'id', value: 'x'.repeat(65) }]],
  ])('%j is read', (search, query, unreadable) => {
    const address = parseLogAddress(new URLSearchParams(search), {
      topic: textUpTo(80),
      id: textUpTo(64),
      outcome: oneOf(['caused']),
      since: parseInstant,
    });
    expect(address).toEqual({ query, unreadable });
  });
});
