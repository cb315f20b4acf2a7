import { describe, expect, it } from 'vitest';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from './set-form-errors.ts';

const problem = (Errors: Record<string, string[]>) =>
  new Failure('problem', 'PUT /x', { status: 400, problem: { Errors } });

function formErrors(error: Error, toFieldName?: (member: string) => string): Record<string, string> {
  const messages: Record<string, string> = {};
  setFormErrors<{ name: string; mail: string }>(
    error,
    (field, { message }, options) => {
      messages[field] = `${options?.shouldFocus ? '!' : ''}${message ?? ''}`;
    },
    ['name', 'mail'],
    toFieldName,
  );
  return messages;
}

describe('setFormErrors', () => {
  it('puts messages on the named fields and focuses the first in the order of the form', () =>
    expect(formErrors(problem({ mail: ['Not one.'], name: ['Too long.', 'Odd.'] }))).toEqual({
      name: '!Too long. Odd.',
      mail: 'Not one.',
    }));

  it('puts `_` and members without a field on root', () =>
    expect(formErrors(problem({ _: ['Not now.'], Fax: ['Unknown.'], name: ['Odd.'] }))).toEqual({
      name: '!Odd.',
      root: 'Not now. Unknown.',
    }));

  it('sets root when no field is named', () => {
    expect(formErrors(problem({}))).toEqual({ root: '' });
    expect(formErrors(new Failure('network', 'PUT /x'))).toEqual({ root: '' });
    expect(formErrors(new Error('anything'))).toEqual({ root: '' });
  });

  it('maps members to fields of another name', () =>
    expect(
      formErrors(problem({ 'person.name': ['Odd.'] }), (member) => member.replace('person.', '')),
    ).toEqual({
      name: '!Odd.',
    }));
});
