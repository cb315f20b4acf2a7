import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { RUN_FIELDS, type RunColumn, type RunField, isMatchKind } from '#contract/desk/match-runs.ts';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { createRunLoader } from '#console/catalogs/runs/run-queries.ts';
import { toRunColumns } from '#console/catalogs/runs/run-table.ts';
import { RunPage, type StartProps } from '#console/catalogs/runs/RunPage.tsx';
import { FormAlert } from '#console/forms/FormAlert.tsx';
import { paths } from '#console/paths.ts';
import { ColumnMapping } from '#console/table-file/ColumnMapping.tsx';
import { Page } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { type ListingColumns, suggestListingColumns } from './listing-rows.ts';
import { useListingText } from './listing-text.ts';
import { ListingRun } from './ListingRun.tsx';

const ONE = 'una';

function ListingPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const isOne = search.get('modo') === ONE;
  const page = { title: t`Revisar publicaciones`, tab: [t`Revisar publicaciones`, t`Catálogos`] };
  const modes = <ListingModes isOne={isOne} />;
  if (isOne)
    return (
      <Page {...page}>
        <CatalogTabs />
        {modes}
        <OneListing />
      </Page>
    );
  return (
    <RunPage
      {...page}
      kind="listings"
      tabs={modes}
      description={
        <Trans>
          Pegá las publicaciones de tu planilla, o elegí un archivo. De cada una se revisan la marca, la
          carrocería, el color, la provincia y la ciudad; cada valor distinto se pregunta una sola vez.
        </Trans>
      }
      label={t`Tabla de publicaciones`}
      another={{ to: paths.listing(), label: t`Revisar otras publicaciones` }}
      loadingLabel={t`Cargando la revisión`}
      renderStart={(start) => <ListingsMapping {...start} />}
      renderRun={(run, table) => <ListingRun columns={run.columns} run={run} table={table} />}
    />
  );
}

function ListingsMapping({ table, start, isStarting, error }: StartProps) {
  const { t } = useLingui();
  const text = useListingText();
  const [chosen, setChosen] = useState<ListingColumns>();
  const mapping = chosen ?? suggestListingColumns(table);
  const columns = toRunColumns(table, mapping);
  const hasValues = columns.some(({ field, cells }) => isMatchKind(field) && cells.some(Boolean));
  const count = table.rows.length;
  return (
    <Section title={t`Qué se revisa`}>
      <ColumnMapping
        table={table}
        fields={RUN_FIELDS}
        names={text.field}
        mapping={mapping}
        onChange={setChosen}
      />
      {!hasValues && (
        <Alert severity="warning" variant="outlined">
          <Trans>Elegí al menos la columna de la marca, la carrocería, el color o la ciudad.</Trans>
        </Alert>
      )}
      <Box>
        <Button
          variant="contained"
          disabled={!hasValues}
          loading={isStarting}
          onClick={() => {
            setChosen(mapping);
            start(columns);
          }}
        >
          {t`Revisar ${plural(count, { one: '# publicación', other: '# publicaciones' })}`}
        </Button>
      </Box>
      {error && <FormAlert error={error} />}
    </Section>
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

function OneListing() {
  const { t } = useLingui();
  const { field } = useListingText();
  const [texts, setTexts] = useState<Partial<Record<RunField, string>>>({});
  const [checked, setChecked] = useState<{ key: string; columns: RunColumn[] }>();
  const columns = RUN_FIELDS.map((name) => ({ field: name, name: field[name], cells: [texts[name] ?? ''] }));
  const hasValues = columns.some(({ field: name, cells }) => isMatchKind(name) && cells[0]?.trim());
  const key = JSON.stringify(texts);
  const count = 1;
  return (
    <>
      <Section
        title={t({ context: 'table', message: 'Datos' })}
        description={
          <Trans>
            Escribí los datos de la publicación como los tenés: al menos la marca, la carrocería, el color o
            la ciudad. No se guardan.
          </Trans>
        }
      >
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', gap: 2 }}>
          {RUN_FIELDS.map((name) => (
            <TextField
              key={name}
              label={field[name]}
              value={texts[name] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
          ))}
        </Box>
        <Box>
          <Button variant="contained" disabled={!hasValues} onClick={() => setChecked({ key, columns })}>
            {t`Revisar ${plural(count, { one: '# publicación', other: '# publicaciones' })}`}
          </Button>
        </Box>
      </Section>
      {checked?.key === key && <ListingRun key={key} columns={checked.columns} />}
    </>
  );
}

export const loader = createRunLoader('listings');

export { ListingPage as Component };
