import { useLingui } from '@lingui/react/macro';
import type { Person } from '#contract/desk/people.ts';
import type { Role } from '#contract/desk/sessions.ts';

/** What roles and states are called. */
export function usePeopleText() {
  const { t } = useLingui();
  const role: Record<Role, string> = { seller: t`Ventas`, partner: t`Administración`, support: t`Soporte` };
  const does: Record<Role, string> = {
    seller: t`Ve las consultas de sus agencias, y nada de las demás.`,
    partner: t`Todo: agencias, avisos, personas y auditoría.`,
    support: t`Lee todo, gestiona los avisos y reenvía consultas. No toca agencias ni personas.`,
  };
  const state: Record<Person['state'], string> = {
    invited: t`Invitada`,
    active: t`Activa`,
    disabled: t`Sin acceso`,
  };
  return { role, does, state };
}

/** Milliseconds, as formats take them. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}
