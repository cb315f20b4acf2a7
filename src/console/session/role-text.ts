import { useLingui } from '@lingui/react/macro';
import type { Role } from '#contract/desk/sessions.ts';

export function useRoleNames(): Record<Role, string> {
  const { t } = useLingui();
  return { seller: t`Ventas`, partner: t`Administración`, support: t`Soporte` };
}
