import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPath } from './next.ts';

describe('where a person was going', () => {
  it.each([
    '/',
    '/inquiries?agencia=a%40b.example&pagina=2',
    '/agencies/a@b.example#x',
    '/a//b',
    '/?next=//x',
  ])('is kept: %s', (next) => expect(nextPath(next)).toBe(next));

  it.each([
    '',
    'inquiries',
    'evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/..',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/\0/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/x/%2e%2e//evil.example',
    '/./\\evil.example',
    'http://evil.example',
    'https:evil.example',
    'http:///evil.example',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '@evil.example',
    ':80',
    '/\u0085/evil.example',
  ])('is not another site: %j', (next) => {
    expect(nextPath(next)).toBeUndefined();
  });

  it('stays here, whatever is asked for', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      ' ',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const path = nextPath(`/${parts.join('')}`) ?? '/';
        expect(new URL(path, 'http://here.example').host).toBe('here.example');
      }),
    );
  });
});
