import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { useSession } from '#console/session/session.ts';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import { useAuditText } from './audit-text.ts';

const AUDIT_TONES: Record<AuditEntry['outcome'], Tone> = {
  done: 'good',
  partial: 'caution',
  cancelled: 'none',
  refused: 'caution',
  failed: 'bad',
  unknown: 'none',
};

export function AuditOutcome({ row }: { row: AuditEntry }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const text = useAuditText();
  const { outcome, result } = row;
  const count = result ? format.number(result.rows) : '';
  const rows = result && t`${plural(result.rows, { one: '# fila', other: `${count} filas` })}`;
  const isComplete = outcome === 'done' || outcome === 'partial';
  const notes = [text.reason(row), rows && (isComplete ? rows : t`hasta ahí, ${rows}; sin archivo`)];
  return (
    <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
      <StatusChip tone={AUDIT_TONES[outcome]}>{text.outcome[outcome]}</StatusChip>
      {notes.map(
        (note) =>
          note && (
            <Typography key={note} variant="body2" color="textSecondary">
              {note}
            </Typography>
          ),
      )}
    </Stack>
  );
}
