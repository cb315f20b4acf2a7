import { describe, expect, it } from 'vitest';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from './set-form-errors.ts';

const refused = (Errors: Record<string, string[]>) =>
  new Failure('problem', 'PUT /x', { status: 400, problem: { Errors } });

/** What a form with inputs `name` and `mail` is told: each input with its sentence; the one that takes the focus has a `!`. */
function told(error: Error, inputOf?: (member: string) => string): Record<string, string> {
  const said: Record<string, string> = {};
  setFormErrors<{ name: string; mail: string }>(
    error,
    (input, { message }, options) => {
      said[input] = `${options?.shouldFocus ? '!' : ''}${message ?? ''}`;
    },
    ['name', 'mail'],
    inputOf,
  );
  return said;
}

describe('a refusal', () => {
  it('is at the inputs it is about, the first in the order of the form focused', () =>
    expect(told(refused({ mail: ['Not one.'], name: ['Too long.', 'Odd.'] }))).toEqual({
      name: '!Too long. Odd.',
      mail: 'Not one.',
    }));

  it('of the whole, and of members without an input, stands above them', () =>
    expect(told(refused({ _: ['Not now.'], Fax: ['Unknown.'], name: ['Odd.'] }))).toEqual({
      name: '!Odd.',
      root: 'Not now. Unknown.',
    }));

  it('that names nothing stands above them too', () => {
    expect(told(refused({}))).toEqual({ root: '' });
    expect(told(new Failure('network', 'PUT /x'))).toEqual({ root: '' });
    expect(told(new Error('anything'))).toEqual({ root: '' });
  });

  it('finds inputs whose members are named otherwise', () =>
    expect(told(refused({ 'person.name': ['Odd.'] }), (member) => member.replace('person.', ''))).toEqual({
      name: '!Odd.',
    }));
});
