import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AcceptAbove } from '#console/catalogs/column/AcceptAbove.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import type { CheckedRow, FaultGroup } from './check-rows.ts';
import type { Values } from './checked-value.ts';
import { FaultItem } from './FaultItem.tsx';
import { useInviteManyText } from './invite-many-text.ts';
import { listAcceptablePlaces, toPlaceMend } from './place-mends.ts';

const PAGE_GROUPS = 50;

interface Props {
  groups: readonly FaultGroup[];
  rows: readonly CheckedRow[];
  isLookingUp: boolean;
  onMend: (mends: (readonly [key: string, values: Values])[]) => void;
  onRestore: (key: string) => void;
}

export function FaultList({ groups, rows, isLookingUp, onMend, onRestore }: Props) {
  const { t } = useLingui();
  const sections = Map.groupBy(groups, ({ member, givenKind }) => `${member} ${givenKind ?? ''}`);
  const hasPlaces = groups.some(({ member }) => member === 'Region' || member === 'Ciudad');
  if (groups.length === 0)
    return (
      <EmptyState>
        <Trans>No hay nada para corregir.</Trans>
      </EmptyState>
    );
  const open = groups.filter(({ kind }) => kind !== undefined).length;
  return (
    <>
      <Typography component="output" variant="body2" color="textSecondary">
        {open === 0
          ? t`Todo corregido.`
          : t`${plural(open, { one: 'Queda # dato por corregir.', other: 'Quedan # datos por corregir.' })}`}
      </Typography>
      {hasPlaces && (
        <AcceptAbove
          list={(minScore) => listAcceptablePlaces(groups, minScore)}
          onAccept={(accepted) =>
            onMend(accepted.map(({ group, candidate }) => [group.key, toPlaceMend(group, candidate.entry)]))
          }
        />
      )}
      {[...sections].map(([name, section]) => (
        <FaultSection
          key={name}
          groups={section}
          rows={rows}
          isLookingUp={isLookingUp}
          onMend={(key, values) => onMend([[key, values]])}
          onRestore={onRestore}
        />
      ))}
    </>
  );
}

interface SectionProps extends Omit<Props, 'onMend'> {
  onMend: (key: string, values: Values) => void;
}

function FaultSection({ groups, rows, isLookingUp, onMend, onRestore }: SectionProps) {
  const { t } = useLingui();
  const text = useInviteManyText();
  const [shownCount, setShownCount] = useState(PAGE_GROUPS);
  const [first] = groups;
  if (!first) return null;
  const rowCount = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const title = text.fault(first.member, first.givenKind ?? 'format');
  return (
    <Stack component="section" aria-label={title} spacing={1} useFlexGap>
      <div>
        <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t`${plural(rowCount, { one: '# fila', other: '# filas' })}`}
          {' · '}
          {text.expected[first.member]}
        </Typography>
      </div>
      <Stack component="ul" spacing={1.5} useFlexGap sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {groups.slice(0, shownCount).map((group) => (
          <FaultItem
            key={group.key}
            group={group}
            name={rows[(group.rows[0] ?? 1) - 1]?.values.Nombre ?? ''}
            isLookingUp={isLookingUp}
            onMend={(values) => onMend(group.key, values)}
            onRestore={() => onRestore(group.key)}
          />
        ))}
      </Stack>
      {groups.length > shownCount && (
        <Button
          variant="outlined"
          color="inherit"
          sx={{ alignSelf: 'start' }}
          onClick={() => setShownCount(shownCount + PAGE_GROUPS)}
        >
          {t`Ver ${plural(Math.min(PAGE_GROUPS, groups.length - shownCount), { one: '# más', other: '# más' })}`}
        </Button>
      )}
    </Stack>
  );
}
