import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mediaTypes } from '#contract/media-types.ts';
import { negotiateMediaType } from './negotiate-media-type.ts';

const { full, ref } = mediaTypes('service');
const [json, text, entry] = full;

it.each([
  [undefined, json],
  ['', json],
  ['*/*', json],
  ['application/*', json],
  ['text/*', text],
  ['text/html, text/*;q=0.5', text],
  [entry, entry],
  [ref, ref],
  ['APPLICATION/VND.SERVICE.REF+JSON', ref],
  [`${text}, ${json}`, json],
  [`${text};q=0.9, ${json};q=0.8`, text],
  [`${ref}, ${entry};q=0.9`, ref],
  [`${json};q=0, */*`, text],
  [`${json};q=0.1, */*;q=0.5, ${ref};q=0.7`, ref],
  ['application/json; charset=utf-8', json],
  ['text/html', undefined],
  ['application/json;q=0', undefined],
  ['*/*;q=0', undefined],
  ['nonsense', undefined],
  ['application/json;q=nan', undefined],
])('Accept: %s', (accept, type) => expect(negotiateMediaType(accept, [...full, ref])).toBe(type));

it('the negotiation offers the reference form only where there is one', () =>
  expect(negotiateMediaType(ref, full)).toBeUndefined());

it('the negotiation never fails on what others send', () => {
  fc.assert(fc.property(fc.string(), (accept) => void negotiateMediaType(accept, full)));
});
