import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { paths } from '#console/paths.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';

export function CatalogTabs() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const tabs = [
    { to: paths.makes(), label: t`Marcas` },
    { to: paths.bodyStyles(), label: t`Carrocerías` },
    { to: paths.cities(), label: t`Ciudades` },
    { to: paths.colors(), label: t`Colores` },
    { to: paths.bestMatch(), label: t`Mejor coincidencia` },
    { to: paths.column(), label: t`Comparar una columna` },
    { to: paths.dictionary(), label: t`Diccionario` },
  ];
  const current = tabs.find(({ to }) => pathname.startsWith(to))?.to ?? paths.makes();
  return <NavTabs label={t`Catálogos`} current={current} tabs={tabs} />;
}
