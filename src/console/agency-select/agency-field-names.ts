import { useLingui } from '@lingui/react/macro';
import type { EditableField } from '#contract/agencies.ts';

export function useAgencyFieldNames(): Record<EditableField, string> {
  const { t } = useLingui();
  return {
    Nombre: t`Nombre`,
    RazonSocial: t`Razón social`,
    IdentificacionFiscal: t`Identificación fiscal`,
    Telefono: t`Teléfono`,
    WhatsApp: t`WhatsApp`,
    Region: t`Provincia`,
    Ciudad: t`Ciudad`,
    Direccion: t`Dirección`,
  };
}
