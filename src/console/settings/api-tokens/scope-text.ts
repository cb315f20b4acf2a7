import { useLingui } from '@lingui/react/macro';
import type { ApiScope } from '#contract/desk/api-tokens.ts';

export function useScopeNames(): Record<ApiScope, string> {
  const { t } = useLingui();
  return {
    'inquiries:read': t`Leer consultas`,
    'follow-up:read': t`Leer el seguimiento`,
    'follow-up:write': t`Cambiar el seguimiento`,
    'agencies:read': t`Leer agencias e invitaciones`,
    'overview:read': t`Leer las cifras del resumen`,
    'webhooks:read': t`Leer la configuración de los avisos`,
    'deliveries:read': t`Leer entregas y rastreos`,
    'connection:read': t`Leer el estado de la conexión`,
  };
}
