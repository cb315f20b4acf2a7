import { EDITABLE_FIELDS } from '#console/agencies/agency-form.ts';

export const MEMBERS = ['AdminMail', ...EDITABLE_FIELDS] as const;
export type Member = (typeof MEMBERS)[number];

export type Mapping = Partial<Record<Member, number>>;
