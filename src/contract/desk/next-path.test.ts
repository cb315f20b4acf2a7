import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNextPath } from './next-path.ts';

describe('where a person was going', () => {
  it.each([
    '/',
    '/inquiries?agencia=a%40b.example&pagina=2',
    '/agencies/a@b.example#x',
    '/a//b',
    '/?next=//x',
  ])('is kept: %s', (next) => expect(parseNextPath(next)).toBe(next));

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
    expect(parseNextPath(next)).toBeUndefined();
  });

  it('stays on this origin and in plain form, whatever is asked for', () => {
    const plain = '/ // \\ . .. %2e %2E. %2f %5c @ : ? # evil.example user:x@ https: [::1]'.split(' ');
    const part = fc.constantFrom(...plain, ' ', '\t', '\n', '\0', '\u0085', '\uFEFF', '\u3002', '\uFF0F');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const path = parseNextPath(`/${parts.join('')}`) ?? '/';
        expect(new URL(path, 'https://here.example/sign-in').origin).toBe('https://here.example');
        expect(parseNextPath(path)).toBe(path);
      }),
      { numRuns: 2000 },
    );
  });
});
