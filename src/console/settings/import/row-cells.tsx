import { Trans, useLingui } from '@lingui/react/macro';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ImportMatch } from '#contract/desk/follow-up-import.ts';
import { useAgencyName } from '#console/agency-select/use-agency-name.ts';
import { useFollowUpText } from '#console/follow-up/follow-up-text.ts';
import { paths } from '#console/paths.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { useImport } from './import-context.ts';
import { BUCKET_TONES, useImportText } from './import-text.ts';
import type { SortedRow } from './sort-rows.ts';

interface Props {
  row: SortedRow;
}

export function ClueCell({ row: { row } }: Props) {
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
  const format = useFormats(useTimeZone());
  const getAgencyName = useAgencyName();
  return {
    name: ({ name }: ImportMatch) => name || t`Sin nombre`,
    facts: ({ vehicle, at, adminMail }: ImportMatch) =>
      [vehicle, format.moment(new Date(at).toISOString()), getAgencyName(adminMail)]
        .filter(Boolean)
        .join(' · '),
  };
}

export function InquiryCell({ row: { row, match, candidates } }: Props) {
  const { t } = useLingui();
  const { picks, pick } = useImport();
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

export function ChangeCell({ row: { bucket, status, lostReason, note } }: Props) {
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

export function BucketCell({ row }: Props) {
  const text = useImportText();
  const description = text.describe(row);
  return (
    <>
      <StatusChip tone={BUCKET_TONES[row.bucket]}>{text.bucket[row.bucket]}</StatusChip>
      {description && <Caption>{description}</Caption>}
    </>
  );
}
