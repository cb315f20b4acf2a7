import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { isMatchKind } from '#contract/desk/match-runs.ts';
import { MATCH_KINDS, type MatchKind } from '#contract/desk/matching.ts';
import { EntryAutocomplete } from '#console/catalogs/column/EntryAutocomplete.tsx';
import { useColumnText } from '#console/catalogs/match-text.ts';
import { AnswerOrigin } from '#console/catalogs/runs/AnswerOrigin.tsx';
import { useRunContext } from '#console/catalogs/runs/run-context.ts';
import type { Decision } from '#console/catalogs/runs/value-answers.ts';
import { BucketTable } from '#console/table-file/BucketTabs.tsx';
import { formatEntry } from '#console/table-file/candidates.ts';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { type CheckedListing, type Reason, listJudgements } from './listing-rows.ts';
import { VERDICT_TONES, useListingText } from './listing-text.ts';

const columns: readonly Column<CheckedListing>[] = [
  { name: 'listing', head: msg`Publicación`, Cell: ListingCell, lead: true, width: '26%' },
  { name: 'verdict', head: msg`Veredicto`, Cell: VerdictCell },
  { name: 'actions', head: msg`Corregir`, Cell: CorrectionsCell, width: '34%' },
];

export function ListingsTable({ listings }: { listings: readonly CheckedListing[] }) {
  const { t } = useLingui();
  const text = useListingText();
  const { judgement } = useColumnText();
  const { results, decisions } = useRunContext();
  return (
    <BucketTable
      tabsLabel={t`Qué publicaciones se ven`}
      names={text.verdict}
      always={['ready', 'review', 'impossible']}
      getBuckets={({ verdict }) => [verdict]}
      facet={{
        label: t`Cómo se decidió alguno de sus valores`,
        names: judgement,
        getValues: (listing) => listJudgements(listing, results, decisions),
      }}
      search={{ label: t`Buscar una publicación`, getTexts: ({ texts }) => Object.values(texts) }}
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

function CorrectionsCell({ row: { number, reasons, texts, keys } }: CellProps) {
  const { decisions } = useRunContext();
  return (
    <Stack spacing={0.5} useFlexGap>
      {reasons.map((reason) => (
        <Correction key={`${reason.field} ${reason.code}`} number={number} reason={reason} />
      ))}
      {MATCH_KINDS.flatMap((catalog) => {
        const key = keys[catalog];
        const decision = key === undefined ? undefined : decisions.get(key);
        if (key === undefined || !decision) return [];
        const value = texts[catalog] ?? '';
        return [<Corrected key={catalog} {...{ number, catalog, value, valueKey: key, decision }} />];
      })}
    </Stack>
  );
}

interface CorrectedProps {
  number: number;
  catalog: MatchKind;
  value: string;
  valueKey: string;
  decision: Decision;
}

function Corrected({ number, catalog, value, valueKey, decision }: CorrectedProps) {
  const { t } = useLingui();
  const text = useListingText();
  const { undecide } = useRunContext();
  const name = text.field[catalog];
  const entry = decision.entry ? formatEntry(decision.entry) : t`Ninguna`;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <span>{t`${name}: ${entry}`}</span>
      <AnswerOrigin source={decision.by} decision={decision} />
      <Button
        size="small"
        color="inherit"
        aria-label={t`Deshacer lo decidido sobre «${value}», fila ${number}`}
        onClick={() => undecide(valueKey)}
      >
        <Trans>Deshacer</Trans>
      </Button>
    </Stack>
  );
}

function Correction({ number, reason: { field, value, key } }: { number: number; reason: Reason }) {
  const { t } = useLingui();
  const text = useListingText();
  const { results, edited, edit, decide } = useRunContext();
  const place = `${number} ${key}`;
  const result = key === undefined ? undefined : results.get(key);
  if (!isMatchKind(field) || key === undefined || !result) return null;
  const name = text.field[field];
  const [best] = result.candidates;
  if (edited === place)
    return (
      <EntryAutocomplete
        catalog={field}
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
        onClick={() => edit(place)}
      >
        {t`Elegir: ${name}`}
      </Button>
    </Stack>
  );
}
