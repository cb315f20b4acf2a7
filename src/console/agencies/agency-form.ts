import { zodResolver } from '@hookform/resolvers/zod';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { AgenciaCreate, AgenciaEdit } from '#contract/agencies.ts';
import type { Agency } from '#console/agency-select/agencies-queries.ts';

/** The members of AgenciaEdit in the order of the form. */
export const EDITABLE = [
  'Nombre',
  'RazonSocial',
  'IdentificacionFiscal',
  'Telefono',
  'WhatsApp',
  'Region',
  'Ciudad',
  'Direccion',
] as const satisfies readonly (keyof AgenciaEdit)[];
export type Editable = (typeof EDITABLE)[number];

/** What is typed: empty stands for null. */
export type AgencyInputs = Record<Editable, string>;
export type InviteInputs = AgencyInputs & { AdminMail: string };

export function inputsOf(agency: Partial<Record<Editable, string | null | undefined>>): AgencyInputs {
  return Object.fromEntries(EDITABLE.map((name) => [name, agency[name] ?? ''])) as AgencyInputs;
}

/** The members whose value would be another one: a member left out is kept, null clears it. */
export function changesOf(typed: AgencyInputs, agency: Agency): AgenciaEdit {
  return Object.fromEntries(
    EDITABLE.map((name) => [name, typed[name].trim() || null] as const).filter(
      ([name, value]) => value !== (agency[name]?.trim() || null),
    ),
  );
}

/** What undoes them. */
export function formerOf(changes: AgenciaEdit, agency: Agency): AgenciaEdit {
  return Object.fromEntries(Object.keys(changes).map((name) => [name, agency[name as Editable] ?? null]));
}

/** An invitation carries what was typed and nothing else. */
export function invitationOf({ AdminMail, ...typed }: InviteInputs): AgenciaCreate {
  const given = EDITABLE.map((name) => [name, typed[name].trim()] as const).filter(([, value]) => value);
  return { AdminMail: AdminMail.trim(), ...Object.fromEntries(given) };
}

/** Judges what would be sent, and not what stood there before. */
export function useEditForm(agency: Agency): UseFormReturn<AgencyInputs, unknown, AgenciaEdit> {
  const judge = zodResolver(AgenciaEdit) as unknown as Resolver<AgenciaEdit, unknown, AgenciaEdit>;
  const resolver: Resolver<AgencyInputs, unknown, AgenciaEdit> = (typed, context, options) =>
    judge(changesOf(typed, agency), context, options as never);
  return useForm<AgencyInputs, unknown, AgenciaEdit>({ resolver, defaultValues: inputsOf(agency) });
}

export function useInviteForm(adminMail: string): UseFormReturn<InviteInputs, unknown, AgenciaCreate> {
  const judge = zodResolver(AgenciaCreate) as unknown as Resolver<AgenciaCreate, unknown, AgenciaCreate>;
  const resolver: Resolver<InviteInputs, unknown, AgenciaCreate> = (typed, context, options) =>
    judge(invitationOf(typed), context, options as never);
  return useForm<InviteInputs, unknown, AgenciaCreate>({
    resolver,
    defaultValues: { AdminMail: adminMail, ...inputsOf({}) },
  });
}
