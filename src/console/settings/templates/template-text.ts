import { useLingui } from '@lingui/react/macro';
import type { Placeholder } from '#contract/desk/templates.ts';
import type { Role } from '#contract/desk/sessions.ts';

export function useTemplateText() {
  const { t } = useLingui();
  const placeholder: Record<Placeholder, string> = {
    nombre: t`Nombre`,
    apellido: t`Apellido`,
    vehiculo: t`Vehículo`,
    precio: t`Precio`,
    agencia: t`Agencia`,
    vendedor: t`Quien responde`,
  };
  const sharedWith: Record<Role, string> = {
    seller: t`La ven y la usan quienes trabajan en tus agencias; la pueden cambiar vos y quienes administran.`,
    partner: t`La ven y la usan todas las agencias; la pueden cambiar quienes administran.`,
    support: t`La ven y la usan quienes trabajan en las mismas agencias.`,
  };
  return { placeholder, sharedWith };
}
