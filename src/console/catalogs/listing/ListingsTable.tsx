import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { createContext, use } from 'react';
import { MATCH_KINDS, type MatchedEntry } from '#contract/desk/matching.ts';
import type { Decisions, Results } from '#console/catalogs/column/column-answers.ts';
import { EntryAutocomplete } from '#console/catalogs/column/EntryAutocomplete.tsx';
import { BucketTable } from '#console/table-file/BucketTabs.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import type { CheckedListing, Reason } from './listing-rows.ts';
import { VERDICT_TONES, useListingText } from './listing-text.ts';

interface ListingsContextValue {
  results: Results;
  decisions: Decisions;
  edited: { number: number; key: string } | undefined;
  edit: (cell: { number: number; key: string } | undefined) => void;
  decide: (key: string, entry: MatchedEntry) => void;
}

export const ListingsContext = createContext<ListingsContextValue>({
  results: new Map(),
  decisions: new Map(),
  edited: undefined,
  edit: () => {},
  decide: () => {},
});

const columns: readonly Column<CheckedListing>[] = [
  { name: 'listing', head: msg`Publicación`, Cell: ListingCell, lead: true, width: '26%' },
  { name: 'verdict', head: msg`Veredicto`, Cell: VerdictCell },
  { name: 'actions', head: msg`Corregir`, Cell: CorrectionsCell, width: '34%' },
];

export function ListingsTable({ listings }: { listings: readonly CheckedListing[] }) {
  const { t } = useLingui();
  const text = useListingText();
  return (
    <BucketTable
      tabsLabel={t`Qué publicaciones se ven`}
      names={text.verdict}
      always={['ready', 'review', 'impossible']}
      getBuckets={({ verdict }) => [verdict]}
      search={{ label: t`Buscar una publicación`, getTexts: ({ cells }) => [...cells] }}
      label={t`Publicaciones`}
      columns={columns}
      rows={listings}
      getRowKey={({ number }) => String(number)}
      pagesLabel={t`Páginas de publicaciones`}
      empty={t`Ninguna publicación acá.`}
      formatTotal={(count) => t`${plural(count, { one: '# publicación', other: '# publicaciones' })}`}
    />
  );
}

interface CellProps {
  row: CheckedListing;
}

function ListingCell({ row: { number, texts } }: CellProps) {
  const { make, model, bodystyle, color, city, region } = texts;
  const rest = [bodystyle, color, city, region].filter(Boolean);
  return (
    <>
      <bdi>{[make, model].filter(Boolean).join(' ') || '—'}</bdi>
      <Caption>
        <Trans>Fila {number}</Trans>
        {rest.length > 0 && (
          <>
            {' · '}
            <bdi>{rest.join(' · ')}</bdi>
          </>
        )}
      </Caption>
    </>
  );
}

function VerdictCell({ row: { verdict, reasons } }: CellProps) {
  const text = useListingText();
  return (
    <>
      <StatusChip tone={VERDICT_TONES[verdict]}>{text.verdict[verdict]}</StatusChip>
      {reasons
        .filter(({ code }) => code !== 'no-catalog')
        .map((reason) => (
          <Caption key={`${reason.field} ${reason.code}`}>{text.describe(reason)}</Caption>
        ))}
    </>
  );
}

function CorrectionsCell({ row: { number, reasons } }: CellProps) {
  return (
    <Stack spacing={0.5} useFlexGap>
      {reasons.map((reason) => (
        <Correction key={`${reason.field} ${reason.code}`} number={number} reason={reason} />
      ))}
    </Stack>
  );
}

function Correction({ number, reason: { field, value, key } }: { number: number; reason: Reason }) {
  const { t } = useLingui();
  const text = useListingText();
  const { results, edited, edit, decide } = use(ListingsContext);
  const catalog = MATCH_KINDS.find((kind) => kind === field);
  const result = key === undefined ? undefined : results.get(key);
  if (!catalog || key === undefined || !result) return null;
  const name = text.field[field];
  const [best] = result.candidates;
  if (edited?.key === key && edited.number === number)
    return (
      <EntryAutocomplete
        catalog={catalog}
        label={t`Entrada para «${value}»`}
        candidates={result.candidates.map(({ entry }) => entry)}
        onChoose={(entry) => {
          decide(key, entry);
          edit(undefined);
        }}
        onClose={() => edit(undefined)}
      />
    );
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 0.5 }}>
      {best && (
        <Button
          size="small"
          variant="outlined"
          aria-label={t`Aceptar ${best.entry.name} para «${value}», fila ${number}`}
          onClick={() => decide(key, best.entry)}
        >
          {best.entry.name}
        </Button>
      )}
      <Button
        size="small"
        aria-label={t`Elegir: ${name}, para «${value}», fila ${number}`}
        onClick={() => edit({ number, key })}
      >
        {t`Elegir: ${name}`}
      </Button>
    </Stack>
  );
}
