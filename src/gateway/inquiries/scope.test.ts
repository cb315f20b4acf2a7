import { expect, it } from 'vitest';
import { type Scope, includesScope } from './scope.ts';

const scopeOf = (agencies?: string[], ownInquiriesIn: string[] = [], operator = 'a@x.example'): Scope => ({
  agencies,
  ownInquiriesIn,
  operator,
});

it.each<[string, Scope, Scope, boolean]>([
  ['all, of all', scopeOf(), scopeOf(), true],
  ['all, of some', scopeOf(), scopeOf(['a']), true],
  ['some, not of all', scopeOf(['a']), scopeOf(), false],
  ['some, of fewer', scopeOf(['a', 'b']), scopeOf(['a']), true],
  ['some, not of others', scopeOf(['a', 'b']), scopeOf(['a', 'c']), false],
  ['own inquiries, not of all of an agency', scopeOf(['a'], ['a']), scopeOf(['a']), false],
  ['own inquiries, of the same', scopeOf(['a'], ['a']), scopeOf(['a'], ['a']), true],
  ['own inquiries, not of somebody else', scopeOf(['a'], ['a']), scopeOf(['a'], ['a'], 'b@x.example'), false],
  ['all of an agency, of own inquiries', scopeOf(['a']), scopeOf(['a'], ['a']), true],
  ['own inquiries elsewhere, of an agency', scopeOf(['a', 'b'], ['b']), scopeOf(['a']), true],
  ['nothing, of nothing', scopeOf([]), scopeOf([]), true],
])('a scope includes: %s', (_, scope, part, expected) => {
  expect(includesScope(scope, part)).toBe(expected);
});
