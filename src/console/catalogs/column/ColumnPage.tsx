import { Trans, useLingui } from '@lingui/react/macro';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { TablePage } from '#console/table-file/TablePage.tsx';
import { ColumnMatching } from './ColumnMatching.tsx';

function ColumnPage() {
  const { t } = useLingui();
  return (
    <TablePage
      title={t`Comparar una columna`}
      tab={[t`Comparar una columna`, t`Catálogos`]}
      tabs={<CatalogTabs />}
      help="matching"
      description={
        <Trans>
          Pegá una columna o una tabla de tu planilla, o elegí un archivo. Cada valor se compara con el
          catálogo, y el mismo valor recibe la misma respuesta.
        </Trans>
      }
      label={t`Columna o tabla`}
    >
      {(open) => <ColumnMatching {...open} />}
    </TablePage>
  );
}

export { ColumnPage as Component };
