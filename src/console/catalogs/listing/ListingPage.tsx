import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { paths } from '#console/paths.ts';
import { TablePage } from '#console/table-file/TablePage.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { LISTING_FIELDS, type ListingColumns, type ListingField } from './listing-rows.ts';
import { useListingText } from './listing-text.ts';
import { ListingCheck } from './ListingCheck.tsx';

const ONE = 'una';

function ListingPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const isOne = search.get('modo') === ONE;
  const page = { title: t`Revisar publicaciones`, tab: [t`Revisar publicaciones`, t`Catálogos`] };
  const tabs = (
    <>
      <CatalogTabs />
      <ListingModes isOne={isOne} />
    </>
  );
  if (isOne)
    return (
      <Page {...page}>
        {tabs}
        <OneListing />
      </Page>
    );
  return (
    <TablePage
      {...page}
      tabs={tabs}
      help="matching"
      description={
        <Trans>
          Pegá las publicaciones de tu planilla, o elegí un archivo. De cada una se revisan la marca, la
          carrocería, el color, la provincia y la ciudad; cada valor distinto se pregunta una sola vez.
        </Trans>
      }
      label={t`Tabla de publicaciones`}
    >
      {({ table, fileName, setSaved }) => (
        <ListingCheck table={table} fileName={fileName} onSaved={setSaved} />
      )}
    </TablePage>
  );
}

function ListingModes({ isOne }: { isOne: boolean }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const one = `${paths.listing()}?modo=${ONE}`;
  return (
    <ToggleChoice
      label={t`Cuántas publicaciones`}
      value={isOne ? one : paths.listing()}
      options={{ [paths.listing()]: t`De una planilla`, [one]: t`Una sola` }}
      onChange={(to) => void navigate(to)}
    />
  );
}

const ONE_LISTING_COLUMNS: ListingColumns = Object.fromEntries(
  LISTING_FIELDS.map((field, column) => [field, column]),
);

function OneListing() {
  const { t } = useLingui();
  const { field } = useListingText();
  const [values, setValues] = useState<Partial<Record<ListingField, string>>>({});
  const row = LISTING_FIELDS.map((name) => values[name] ?? '');
  return (
    <>
      <Section
        title={t({ context: 'table', message: 'Datos' })}
        description={<Trans>Escribí los datos de la publicación como los tenés.</Trans>}
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', gap: 2 }}>
          {LISTING_FIELDS.map((name) => (
            <TextField
              key={name}
              label={field[name]}
              value={values[name] ?? ''}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
          ))}
        </Box>
      </Section>
      {row.some((text) => text.trim() !== '') && (
        <ListingCheck
          key={JSON.stringify(row)}
          table={{ columns: LISTING_FIELDS.map((name) => field[name]), rows: [row] }}
          columns={ONE_LISTING_COLUMNS}
          fileName=""
        />
      )}
    </>
  );
}

export { ListingPage as Component };
