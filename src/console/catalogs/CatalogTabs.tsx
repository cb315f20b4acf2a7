import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { MATCH_KINDS } from '#contract/desk/matching.ts';
import { paths } from '#console/paths.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';
import { CATALOGS } from './catalogs.ts';

export function CatalogTabs() {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const tabs = [
    ...MATCH_KINDS.map((kind) => ({ to: CATALOGS[kind].listPath(), label: i18n._(CATALOGS[kind].title) })),
    { to: paths.bestMatch(), label: t`Mejor coincidencia` },
    { to: paths.column(), label: t`Comparar una columna` },
    { to: paths.listing(), label: t`Revisar publicaciones` },
    { to: paths.dictionary(), label: t`Diccionario` },
  ];
  const current = tabs.find(({ to }) => pathname.startsWith(to))?.to ?? paths.makes();
  return <NavTabs label={t`Catálogos`} current={current} tabs={tabs} />;
}
