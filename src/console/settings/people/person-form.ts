import { zodResolver } from '@hookform/resolvers/zod';
import { type Path, type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { InvitePerson, type Person } from '#contract/desk/people.ts';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';
import { isSameMail } from '#contract/is-same-mail.ts';

export type PersonForm = UseFormReturn<InvitePerson>;

const PersonValues = InvitePerson.check(
  z.refine(({ role, agencies }) => role !== 'seller' || agencies.length > 0, {
    path: ['agencies'],
    error: 'agency-needed' satisfies FieldErrorCode,
  }),
);

export const EMPTY_PERSON: InvitePerson = { mail: '', name: '', role: 'seller', agencies: [] };

export function usePersonForm(values: InvitePerson): PersonForm {
  return useForm<InvitePerson>({ resolver: zodResolver(PersonValues), defaultValues: values });
}

export function toPersonValues({ mail, name, role, agencies }: Person): InvitePerson {
  return { mail, name, role, agencies };
}

/** The gateway refuses agencies of other roles, and limits at an agency that the person administers. */
export function toPermissions({ mail, name, role, agencies }: InvitePerson): Omit<InvitePerson, 'mail'> {
  if (role !== 'seller') return { name, role, agencies: [] };
  return {
    name,
    role,
    agencies: agencies.map(({ adminMail, ownInquiriesOnly }) => ({
      adminMail,
      ownInquiriesOnly: ownInquiriesOnly && !isSameMail(adminMail, mail),
    })),
  };
}

export function hasSamePermissions(a: InvitePerson, b: InvitePerson): boolean {
  const serialize = (values: InvitePerson) => {
    const { name, role, agencies } = toPermissions(values);
    const sorted = agencies
      .map(({ adminMail, ownInquiriesOnly }) => `${adminMail.toLowerCase()} ${ownInquiriesOnly}`)
      .toSorted();
    return JSON.stringify([name.trim(), role, sorted]);
  };
  return serialize(a) === serialize(b);
}

export function setPersonFormErrors(error: Error, form: PersonForm): void {
  if (error instanceof Failure && error.code === 'mail-taken') {
    form.setError('mail', { type: 'gateway', message: 'mail-taken' }, { shouldFocus: true });
    return;
  }
  const agencyFields = form
    .getValues('agencies')
    .flatMap((_, index): Path<InvitePerson>[] => [
      `agencies.${index}.adminMail`,
      `agencies.${index}.ownInquiriesOnly`,
    ]);
  setFormErrors(error, form.setError, ['mail', 'name', 'role', 'agencies', ...agencyFields]);
}
