import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { containsAllWords } from '#matching/contains-all-words.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { PagedTable } from '#console/ui/PagedTable.tsx';
import { useColumn } from './column-context.ts';
import { useColumnText } from './column-text.ts';
import type { ColumnValue } from './column-values.ts';
import { type Decisions, MATCH_FACETS, type Facet, findAnswer, getFacet } from './decisions.ts';
import { ValueActionsCell, AnswerCell, ReasonCell, ValueCell } from './value-cells.tsx';

const VALUES_PAGE_SIZE = 25;

const columns: readonly Column<ColumnValue>[] = [
  { name: 'value', head: msg`Valor`, Cell: ValueCell, lead: true, width: '24%' },
  { name: 'answer', head: msg`Respuesta`, Cell: AnswerCell },
  { name: 'reason', head: msg`Por qué`, Cell: ReasonCell, width: '24%' },
  { name: 'actions', head: msg`Acciones`, Cell: ValueActionsCell, width: '24%' },
];

type Shown = Facet | 'all' | 'open';

/** A value that is decided keeps its place until the facet is chosen again. */
export function ValuesTable({ values }: { values: readonly ColumnValue[] }) {
  const { t } = useLingui();
  const text = useColumnText();
  const { results, decisions } = useColumn();
  const [shown, setShown] = useState<Shown>('all');
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
  const facets = MATCH_FACETS.filter((facet) => facet !== 'missing' || counts.has(facet) || shown === facet);
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
      <PagedTable
        label={t`Valores de la columna`}
        columns={columns}
        rows={listed}
        getRowKey={({ key }) => key}
        pageSize={VALUES_PAGE_SIZE}
        page={page}
        onPageChange={setPage}
        pagesLabel={t`Páginas de valores`}
        empty={t`Ningún valor acá.`}
        total={t`${plural(listed.length, { one: '# valor', other: '# valores' })}`}
      />
    </>
  );
}
