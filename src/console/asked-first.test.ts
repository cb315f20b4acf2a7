import { expect, it } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import { pathParams } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { ASKED_FIRST } from './asked-first.ts';
import { patterns } from './paths.ts';

const endpoints = { ...v3, ...desk };

it.each(Object.entries(ASKED_FIRST))(
  'of %s are reads that its path and search alone can ask for',
  (page, { of, with: names = [] }) => {
    const path = patterns[page as keyof typeof patterns];
    for (const name of of) {
      const { method, path: asked, query } = endpoints[name];
      expect(method).toBe('GET');
      for (const parameter of pathParams(asked)) expect(path).toContain(`:${parameter}`);
      const takes = query ? Object.keys((query as { shape: object }).shape) : [];
      expect(takes).toEqual(expect.arrayContaining([...names]));
    }
  },
);
