import { useLingui } from '@lingui/react/macro';
import type { Person } from '#contract/desk/people.ts';
import type { Role } from '#contract/desk/sessions.ts';

export function useRoleNames(): Record<Role, string> {
  const { t } = useLingui();
  return { seller: t`Ventas`, partner: t`Administración`, support: t`Soporte` };
}

export function usePersonStatusNames(): Record<Person['state'], string> {
  const { t } = useLingui();
  return { invited: t`Invitada`, active: t`Activa`, disabled: t`Sin acceso` };
}
