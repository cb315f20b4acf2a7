import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { paths } from '#console/paths.ts';
import { Tabs } from '#console/ui/Tabs.tsx';

/** From one catalog to another. */
export function CatalogTabs() {
  const { t } = useLingui();
  const tabs = [
    { to: paths.makes(), label: t`Marcas` },
    { to: paths.bodyStyles(), label: t`Carrocerías` },
    { to: paths.cities(), label: t`Ciudades` },
    { to: paths.colors(), label: t`Colores` },
    { to: paths.bestMatch(), label: t`Mejor coincidencia` },
  ];
  return (
    <Tabs label={t`Catálogos`}>
      {tabs.map(({ to, label }) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </Tabs>
  );
}
