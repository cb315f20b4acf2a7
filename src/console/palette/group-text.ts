import { useLingui } from '@lingui/react/macro';
import type { GroupName } from './palette-items.ts';

export function useGroupText(): Record<GroupName, string> {
  const { t } = useLingui();
  return {
    pinned: t`Fijados`,
    recent: t`Recientes`,
    act: t`Acciones`,
    page: t`Páginas`,
    view: t`Vistas`,
    agency: t`Agencias`,
    person: t`Personas`,
    topic: t`Avisos`,
    catalog: t`Catálogos`,
    inquiry: t`Consultas`,
    city: t`Ciudades`,
    help: t`Ayuda`,
  };
}
