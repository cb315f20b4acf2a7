import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { MATCH_KINDS, type MatchKind } from '#contract/desk/matching.ts';
import { containsAllWords } from '#matching/contains-all-words.ts';
import { queryClient } from '#console/api/query-client.ts';
import { FilterBar } from '#console/filters/FilterBar.tsx';
import { SearchFilter } from '#console/filters/SearchFilter.tsx';
import { type UnreadableParameter, changedSearch, searchReader } from '#console/filters/search.ts';
import { CatalogTabs } from '#console/catalogs/CatalogTabs.tsx';
import { formatCsv } from '#console/table-file/format-csv.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { DownloadIcon } from '#console/ui/icons.tsx';
import { ListPage } from '#console/ui/ListPage.tsx';
import { saveCsv } from '#console/ui/save-csv.ts';
import { useColumnText } from './column-text.ts';
import {
  AnswerActionsCell,
  ByCell,
  type DictionaryRow,
  EntryCell,
  AnswerValueCell,
} from './dictionary-cells.tsx';
import { answerListQuery } from './column-queries.ts';

const columns: readonly Column<DictionaryRow>[] = [
  {
    name: 'value',
    head: msg`Valor`,
    Cell: AnswerValueCell,
    lead: true,
    sortBy: ({ answer }) => answer.value,
  },
  { name: 'entry', head: msg`Respuesta`, Cell: EntryCell, sortBy: ({ answer }) => answer.entry?.name },
  { name: 'by', head: msg`Quién la guardó`, Cell: ByCell, width: '22%', sortBy: ({ answer }) => answer.at },
  { name: 'actions', head: msg`Acciones`, Cell: AnswerActionsCell, width: '16%' },
];

function readAddress(search: URLSearchParams): {
  catalog: MatchKind;
  q: string;
  unreadable: UnreadableParameter[];
} {
  const { read, unreadable } = searchReader(search);
  const catalog = read('catalogo', (text) => MATCH_KINDS.find((kind) => kind === text)) ?? 'make';
  return { catalog, q: search.get('q') ?? '', unreadable };
}

function DictionaryPage() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const text = useColumnText();
  const [search] = useSearchParams();
  const { catalog, q, unreadable } = readAddress(search);
  const query = useQuery(answerListQuery(catalog));
  const rows = query.data
    ?.filter(({ value, province, entry }) => containsAllWords([value, province, entry?.name], q))
    .map((answer): DictionaryRow => ({ catalog, answer }));
  const exportCsv = async () => {
    const records = (query.data ?? []).map(({ value, province, entry, by, at }) => [
      value,
      province,
      entry?.id ?? '',
      entry?.name ?? '',
      entry?.link ?? '',
      by.name,
      new Date(at).toISOString(),
    ]);
    const head = [
      t`Valor`,
      t`Provincia`,
      t`Id`,
      t`Nombre`,
      t`Enlace`,
      t`Quién la guardó`,
      t({ context: 'answer', message: 'Guardada' }),
    ];
    saveCsv(t`Diccionario ${text.catalog[catalog]}`, await formatCsv([head, ...records], i18n.locale));
  };
  return (
    <ListPage
      title={t`Diccionario`}
      tab={[t`Diccionario`, t`Catálogos`]}
      actions={
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<DownloadIcon />}
          disabled={!query.data?.length}
          onClick={() => void exportCsv()}
        >
          <Trans>Descargar CSV</Trans>
        </Button>
      }
      label={t`Respuestas guardadas`}
      loadingLabel={t`Cargando el diccionario`}
      query={query}
      rows={rows}
      columns={columns}
      getRowKey={({ answer }) => answer.id}
      filters={
        <>
          <CatalogTabs />
          <FilterBar
            label={t`Filtros del diccionario`}
            found={rows && t`${plural(rows.length, { one: '# respuesta', other: '# respuestas' })}`}
            unreadable={unreadable}
          >
            <TextField
              select
              label={t`Catálogo`}
              value={catalog}
              onChange={({ target }) =>
                void navigate({ search: changedSearch(search, { catalogo: target.value }) })
              }
              sx={{ minWidth: 160 }}
            >
              {MATCH_KINDS.map((kind) => (
                <MenuItem key={kind} value={kind}>
                  {text.catalog[kind]}
                </MenuItem>
              ))}
            </TextField>
            <SearchFilter label={t`Valor o respuesta`} />
          </FilterBar>
        </>
      }
      empty={
        <EmptyState>
          {q.trim() === '' ? (
            <Trans>
              Todavía no hay respuestas guardadas. Se guardan al comparar una columna, las que elegís a mano.
            </Trans>
          ) : (
            <Trans>Ninguna respuesta coincide con esta búsqueda.</Trans>
          )}
        </EmptyState>
      }
    />
  );
}

export const loader = ({ url }: LoaderFunctionArgs) =>
  queryClient.ensureQueryData(answerListQuery(readAddress(url.searchParams).catalog));

export { DictionaryPage as Component };
