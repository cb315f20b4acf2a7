import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { AgenciaCreate, AgenciaEdit, EDITABLE_FIELDS, type EditableField } from '#contract/agencies.ts';
import type { Agency } from '#console/agency-select/agency-queries.ts';

export type AgencyFormValues = Record<EditableField, string>;
export type InvitationFormValues = AgencyFormValues & { AdminMail: string };

export function toAgencyFormValues(
  agency: Partial<Record<EditableField, string | null | undefined>>,
): AgencyFormValues {
  return Object.fromEntries(EDITABLE_FIELDS.map((name) => [name, agency[name] ?? ''])) as AgencyFormValues;
}

/** null clears a member. */
export function getChanges(values: AgencyFormValues, agency: Agency): AgenciaEdit {
  return Object.fromEntries(
    EDITABLE_FIELDS.map((name) => [name, values[name].trim() || null] as const).filter(
      ([name, value]) => value !== (agency[name]?.trim() || null),
    ),
  );
}

export function getPreviousValues(changes: AgenciaEdit, agency: Agency): AgenciaEdit {
  return Object.fromEntries(
    Object.keys(changes).map((name) => [name, agency[name as EditableField] ?? null]),
  );
}

export function toInvitation({ AdminMail, ...values }: InvitationFormValues): AgenciaCreate {
  const members = EDITABLE_FIELDS.map((name) => [name, values[name].trim()] as const);
  return { AdminMail: AdminMail.trim(), ...Object.fromEntries(members.filter(([, value]) => value)) };
}

/** Validates only the changes: the stored values may break the contract. */
export function useEditForm(agency: Agency) {
  const schema = z.pipe(
    z.transform((values: AgencyFormValues) => getChanges(values, agency)),
    AgenciaEdit,
  );
  return useForm<AgencyFormValues, unknown, AgenciaEdit>({
    resolver: zodResolver(schema),
    defaultValues: toAgencyFormValues(agency),
  });
}

const InvitationSchema = z.pipe(z.transform(toInvitation), AgenciaCreate);

export function useInvitationForm(adminMail: string) {
  return useForm<InvitationFormValues, unknown, AgenciaCreate>({
    resolver: zodResolver(InvitationSchema),
    defaultValues: { AdminMail: adminMail, ...toAgencyFormValues({}) },
  });
}
