import { useLingui } from '@lingui/react/macro';
import type { SavedWebhookSettings, WebhookChange } from '#contract/desk/webhooks.ts';
import type { CallbackWarning } from './callback-warnings.ts';
import type { SettingName } from './webhook-settings.ts';

export function useWebhookText() {
  const { t } = useLingui();
  const setting: Record<SettingName | 'Secret', string> = {
    Callback: t`Callback`,
    Secret: t`Secreto`,
    Description: t`Descripción`,
    Activo: t`Encendido`,
    HeaderCustom01: t`Encabezado 1`,
    HeaderCustom02: t`Encabezado 2`,
    HeaderCustom03: t`Encabezado 3`,
  };
  const action: Record<WebhookChange['action'], string> = {
    created: t`Configurado`,
    edited: t`Cambiado`,
    deleted: t`Borrado`,
    restored: t`Restaurado`,
  };
  const secret: Record<SavedWebhookSettings['secret'], string> = {
    kept: t`Guardado acá, cifrado`,
    unknown: t`No se conoce: si hay uno, se puso en otro lado`,
    none: t`Sin secreto`,
  };
  const warning: Record<CallbackWarning, string> = {
    'not-https': t`No es https: lo que se envía se puede leer en el camino.`,
    private: t`Es una dirección privada: el servicio no llega a ella, salvo que corra en la misma red.`,
    credentials: t`Lleva una contraseña en la dirección, y las direcciones quedan escritas en muchos registros.`,
    similar: t`Se parece mucho al callback de otro aviso. ¿No es un error de tipeo?`,
  };
  return { setting, action, secret, warning };
}
