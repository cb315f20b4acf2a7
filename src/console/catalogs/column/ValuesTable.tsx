import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Chip from '@mui/material/Chip';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { containsAllWords } from '#matching/contains-all-words.ts';
import { type Column, DataTable } from '#console/ui/DataTable.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { useColumn } from './column-context.ts';
import { useColumnText } from './column-text.ts';
import type { ColumnValue } from './column-values.ts';
import { type Decisions, FACETS, type Facet, findAnswer, getFacet } from './decisions.ts';
import { ActionsCell, AnswerCell, ReasonCell, ValueCell } from './value-cells.tsx';

const PAGE_ROWS = 25;

const columns: readonly Column<ColumnValue>[] = [
  { name: 'value', head: msg`Valor`, Cell: ValueCell, lead: true, width: '24%' },
  { name: 'answer', head: msg`Respuesta`, Cell: AnswerCell },
  { name: 'reason', head: msg`Por qué`, Cell: ReasonCell, width: '24%' },
  { name: 'actions', head: msg`Acciones`, Cell: ActionsCell, width: '24%' },
];

type Shown = Facet | 'all' | 'open';

/** The different values, by facet and page. A value that is decided keeps its place until the facet is chosen again. */
export function ValuesTable({ values }: { values: readonly ColumnValue[] }) {
  const { t } = useLingui();
  const text = useColumnText();
  const { results, decisions } = useColumn();
  const [shown, setShown] = useState<Shown>('all');
  /** Decisions by which `open` values are listed. */
  const [listedDecisions, setListedDecisions] = useState<Decisions>(decisions);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);

  const isOpen = (key: string, by: Decisions) =>
    getFacet(results.get(key)) === 'doubtful' && findAnswer(results.get(key), by.get(key)) === undefined;
  const counts = new Map<Shown, number>([['all', values.length]]);
  for (const { key } of values) {
    const facet = getFacet(results.get(key));
    counts.set(facet, (counts.get(facet) ?? 0) + 1);
    if (isOpen(key, decisions)) counts.set('open', (counts.get('open') ?? 0) + 1);
  }
  const names: Record<Shown, string> = { all: t`Todas`, ...text.facet, open: t`Sin decidir` };
  const facets = FACETS.filter((facet) => facet !== 'missing' || counts.has(facet) || shown === facet);
  const choices: Shown[] = ['all', ...facets, 'open'];

  const listed = values
    .filter(({ key }) =>
      shown === 'all'
        ? true
        : shown === 'open'
          ? isOpen(key, listedDecisions)
          : getFacet(results.get(key)) === shown,
    )
    .filter(({ value, province }) => search.trim() === '' || containsAllWords([value, province], search));
  const pageCount = Math.max(1, Math.ceil(listed.length / PAGE_ROWS));
  const currentPage = Math.min(page, pageCount);
  const rows = listed.slice((currentPage - 1) * PAGE_ROWS, currentPage * PAGE_ROWS);
  const choose = (choice: Shown) => {
    setShown(choice);
    setListedDecisions(decisions);
    setPage(1);
  };
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Stack
          component="fieldset"
          aria-label={t`Qué valores se ven`}
          direction="row"
          sx={{ flexWrap: 'wrap', gap: 1 }}
        >
          {choices.map((choice) => (
            <Chip
              key={choice}
              label={`${names[choice]} ${counts.get(choice) ?? 0}`}
              aria-pressed={shown === choice}
              color={shown === choice ? 'primary' : 'default'}
              variant={shown === choice ? 'filled' : 'outlined'}
              onClick={() => choose(choice)}
              sx={{ minHeight: 'var(--touch)', borderRadius: 5 }}
            />
          ))}
        </Stack>
        <TextField
          type="search"
          size="small"
          placeholder={t`Buscar un valor`}
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
            setPage(1);
          }}
          slotProps={{ htmlInput: { 'aria-label': t`Buscar un valor` } }}
          sx={{ flex: '1 1 180px', maxWidth: { sm: 280 } }}
        />
      </Stack>
      {rows.length > 0 ? (
        <DataTable
          label={t`Valores de la columna`}
          columns={columns}
          rows={rows}
          getRowKey={({ key }) => key}
        />
      ) : (
        <EmptyState>
          <Trans>Ningún valor acá.</Trans>
        </EmptyState>
      )}
      {pageCount > 1 && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Pagination
            aria-label={t`Páginas de valores`}
            count={pageCount}
            page={currentPage}
            onChange={(_event, next) => setPage(next)}
            getItemAriaLabel={(type, number) =>
              type === 'previous'
                ? t`Página anterior`
                : type === 'next'
                  ? t`Página siguiente`
                  : t`Página ${number}`
            }
          />
          <Typography variant="body2" color="textSecondary">
            {t`${plural(listed.length, { one: '# valor', other: '# valores' })}`}
          </Typography>
        </Stack>
      )}
    </>
  );
}
