import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { createContext, use } from 'react';
import type { ImportMatch } from '#contract/desk/follow-up-import.ts';
import { useAgencyName } from '#console/agency-select/use-agencies.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { paths } from '#console/paths.ts';
import { BucketTable } from '#console/table-file/BucketTabs.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import type { Column } from '#console/ui/DataTable.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { BUCKET_TONES, useImportText } from './import-text.ts';
import type { SortedRow } from './import-rows.ts';

interface PicksState {
  picks: ReadonlyMap<number, ImportMatch>;
  pick: (row: number, match: ImportMatch | undefined) => void;
}

export const PicksContext = createContext<PicksState>({ picks: new Map(), pick: () => {} });

const columns: readonly Column<SortedRow>[] = [
  { name: 'clue', head: msg`Fila`, Cell: ClueCell, lead: true, width: '24%' },
  { name: 'inquiry', head: msg`Consulta`, Cell: InquiryCell },
  { name: 'change', head: msg`Se importa`, Cell: ChangeCell, width: '26%' },
  { name: 'bucket', head: msg`Resultado`, Cell: BucketCell, width: '22%' },
];

export function ImportRowsTable({ sorted }: { sorted: readonly SortedRow[] }) {
  const { t } = useLingui();
  const text = useImportText();
  return (
    <BucketTable
      tabsLabel={t`Qué filas se ven`}
      names={text.bucket}
      getBuckets={({ bucket }) => [bucket]}
      label={t`Filas del archivo`}
      columns={columns}
      rows={sorted}
      getRowKey={({ row }) => String(row.number)}
      pagesLabel={t`Páginas de filas`}
      empty={t`Ninguna fila acá.`}
      formatTotal={(count) => t`${plural(count, { one: '# fila', other: '# filas' })}`}
    />
  );
}

interface CellProps {
  row: SortedRow;
}

function ClueCell({ row: { row } }: CellProps) {
  const { sid, phone, mail } = row.clue;
  return (
    <>
      <bdi>{sid ?? phone ?? mail ?? '—'}</bdi>
      <Caption>
        <Trans>Fila {row.number}</Trans>
        {!sid && phone && mail && (
          <>
            {' · '}
            <bdi>{mail}</bdi>
          </>
        )}
      </Caption>
    </>
  );
}

function useMatchText() {
  const { t } = useLingui();
  const format = useFormats();
  const getAgencyName = useAgencyName();
  return {
    name: ({ name }: ImportMatch) => name || t`Sin nombre`,
    facts: ({ vehicle, at, adminMail }: ImportMatch) =>
      [vehicle, format.moment(new Date(at).toISOString()), getAgencyName(adminMail)]
        .filter(Boolean)
        .join(' · '),
  };
}

function InquiryCell({ row: { row, match, candidates } }: CellProps) {
  const { t } = useLingui();
  const { picks, pick } = use(PicksContext);
  const text = useMatchText();
  return (
    <>
      {match && (
        <>
          <MuiLink href={paths.inquiry(match.adminMail, match.sid)} target="_blank">
            {text.name(match)}
          </MuiLink>
          <Caption>{text.facts(match)}</Caption>
        </>
      )}
      {candidates.length > 1 && (
        <TextField
          select
          size="small"
          fullWidth
          value={picks.get(row.number)?.sid ?? ''}
          onChange={({ target }) =>
            pick(
              row.number,
              candidates.find(({ sid }) => sid === target.value),
            )
          }
          slotProps={{
            select: {
              displayEmpty: true,
              SelectDisplayProps: { 'aria-label': t`Consulta de la fila ${row.number}` },
            },
          }}
          sx={{ mt: match ? 1 : 0, maxWidth: 420 }}
        >
          <MenuItem value="">{match ? t`Según la regla` : t`Elegir una consulta`}</MenuItem>
          {candidates.map((candidate) => (
            <MenuItem key={candidate.sid} value={candidate.sid} sx={{ whiteSpace: 'normal' }}>
              {text.name(candidate)} · {text.facts(candidate)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}

function ChangeCell({ row: { bucket, status, lostReason, note } }: CellProps) {
  const { statusWithReason } = useFollowUpText(useTimeZone(), useNow());
  if (bucket === 'left-out' || bucket === 'malformed') return null;
  return (
    <>
      {status && <div>{statusWithReason({ status, lostReason: lostReason ?? null })}</div>}
      {note && (
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{
            display: '-webkit-box',
            overflow: 'hidden',
            overflowWrap: 'anywhere',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 3,
            whiteSpace: 'pre-line',
          }}
        >
          {note}
        </Typography>
      )}
    </>
  );
}

function BucketCell({ row }: CellProps) {
  const text = useImportText();
  const description = text.describe(row);
  return (
    <>
      <StatusChip tone={BUCKET_TONES[row.bucket]}>{text.bucket[row.bucket]}</StatusChip>
      {description && <Caption>{description}</Caption>}
    </>
  );
}
