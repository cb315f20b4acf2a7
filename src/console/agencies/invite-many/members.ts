import { EDITABLE_FIELDS } from '#console/agencies/agency-form.ts';

/** Members of `AgenciaCreate`, in the order of its form. */
export const MEMBERS = ['AdminMail', ...EDITABLE_FIELDS] as const;
export type Member = (typeof MEMBERS)[number];

/** Index of the column of each member; undefined: none. */
export type Mapping = Partial<Record<Member, number>>;
