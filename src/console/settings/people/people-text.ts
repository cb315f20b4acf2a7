import { useLingui } from '@lingui/react/macro';
import type { Person } from '#contract/desk/people.ts';
import type { Role } from '#contract/desk/sessions.ts';

export function usePeopleText() {
  const { t } = useLingui();
  const roleDescription: Record<Role, string> = {
    seller: t`Ve las consultas de sus agencias, y nada de las demás.`,
    partner: t`Todo: agencias, avisos, personas y auditoría.`,
    support: t`Lee todo, gestiona los avisos y reenvía consultas. No toca agencias ni personas.`,
  };
  const status: Record<Person['state'], string> = {
    invited: t`Invitada`,
    active: t`Activa`,
    disabled: t`Sin acceso`,
  };
  return { roleDescription, status };
}
