import { zodResolver } from '@hookform/resolvers/zod';
import { type Path, type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { FieldErrorCode } from '#contract/desk/field-error-codes.ts';
import { InvitePerson, type Person } from '#contract/desk/people.ts';
import { Failure } from '#console/api/failure.ts';
import { setFormErrors } from '#console/forms/set-form-errors.ts';

const needed: FieldErrorCode = 'agency-needed';

/** What the gateway will say as well, said before asking. */
const PersonInput = InvitePerson.check(
  z.refine(({ role, agencies }) => role !== 'seller' || agencies.length > 0, {
    path: ['agencies'],
    error: needed,
  }),
);

export const nobody: InvitePerson = { mail: '', name: '', role: 'seller', agencies: [] };

/** One set of inputs for inviting and editing. */
export function usePersonForm(values: InvitePerson): UseFormReturn<InvitePerson> {
  return useForm<InvitePerson>({ resolver: zodResolver(PersonInput), defaultValues: values });
}

/** What is sent: agencies are a seller's alone, and nobody is limited where they are the administrator. */
export function rightsOf({ mail, name, role, agencies }: InvitePerson): Omit<InvitePerson, 'mail'> {
  if (role !== 'seller') return { name, role, agencies: [] };
  return {
    name,
    role,
    agencies: agencies.map(({ adminMail, ownInquiriesOnly }) => ({
      adminMail,
      ownInquiriesOnly: ownInquiriesOnly && !sameMail(adminMail, mail),
    })),
  };
}

export function inputsOf({ mail, name, role, agencies }: Person): InvitePerson {
  return { mail, name, role, agencies };
}

/** Whether they come to the same, in whatever order the agencies stand. */
export function sameRights(a: InvitePerson, b: InvitePerson): boolean {
  const told = (values: InvitePerson) => {
    const { name, role, agencies } = rightsOf(values);
    const sorted = agencies
      .map(({ adminMail, ownInquiriesOnly }) => `${adminMail.toLowerCase()} ${ownInquiriesOnly}`)
      .toSorted();
    return JSON.stringify([name.trim(), role, sorted]);
  };
  return told(a) === told(b);
}

export function sameMail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Puts a refusal on the input it is about. */
export function showRefusal(error: Error, form: UseFormReturn<InvitePerson>): void {
  if (error instanceof Failure && error.code === 'mail-taken') {
    form.setError('mail', { type: 'server', message: 'mail-taken' }, { shouldFocus: true });
    return;
  }
  const inputs: Path<InvitePerson>[] = form
    .getValues('agencies')
    .flatMap((_, index): Path<InvitePerson>[] => [
      `agencies.${index}.adminMail`,
      `agencies.${index}.ownInquiriesOnly`,
    ]);
  setFormErrors(error, form.setError, ['mail', 'name', 'role', 'agencies', ...inputs]);
}
