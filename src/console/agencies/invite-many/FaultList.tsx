import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { AcceptAbove } from '#console/table-file/AcceptAbove.tsx';
import { Caption } from '#console/ui/Caption.tsx';
import { EmptyState } from '#console/ui/EmptyState.tsx';
import { toPlaceMend } from './check-place.ts';
import type { CheckedRow, FaultGroup } from './check-rows.ts';
import { useInviteManyText } from './invite-many-text.ts';
import type { Values } from './members.ts';
import { PlaceMending, TextMending } from './Mending.tsx';

const PAGE_GROUPS = 50;
const SHOWN_ROWS = 6;

interface Props {
  groups: readonly FaultGroup[];
  rows: readonly CheckedRow[];
  isLookingUp: boolean;
  onMend: (mends: (readonly [key: string, values: Values])[]) => void;
  onRestore: (key: string) => void;
}

export function FaultList({ groups, rows, isLookingUp, onMend, onRestore }: Props) {
  const { t } = useLingui();
  const sections = Map.groupBy(groups, ({ member, originalKind }) => `${member} ${originalKind ?? ''}`);
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
          items={groups.filter(({ kind }) => kind !== undefined)}
          onAccept={(accepted) =>
            onMend(accepted.map(({ item, entry }) => [item.key, toPlaceMend(item, entry)]))
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
  const title = text.fault(first.member, first.originalKind ?? 'format');
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

interface ItemProps {
  group: FaultGroup;
  name: string;
  isLookingUp: boolean;
  onMend: (values: Values) => void;
  onRestore: () => void;
}

function FaultItem({ group, name, isLookingUp, onMend, onRestore }: ItemProps) {
  const { t } = useLingui();
  const { member, original, province, rows } = group;
  const numbers = rows.slice(0, SHOWN_ROWS).join(', ');
  const more = rows.length - SHOWN_ROWS;
  const where = t`${plural(rows.length, { one: `Fila ${numbers}`, other: `Filas ${numbers}` })}`;
  const others = more > 0 ? t`y ${plural(more, { one: '# más', other: '# más' })}` : '';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { sm: 'minmax(160px, 1fr) minmax(0, 2fr)' },
        columnGap: 2,
        rowGap: 1,
        alignItems: 'start',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {original === '' ? <Trans>Sin dato</Trans> : <bdi>{original}</bdi>}
        {province && <Caption>{province}</Caption>}
        <Caption>
          {[`${where} ${others}`.trim(), rows.length === 1 && name].filter(Boolean).join(' · ')}
        </Caption>
      </Box>
      <Stack spacing={1} useFlexGap sx={{ minWidth: 0 }}>
        {member === 'Region' || member === 'Ciudad' ? (
          <PlaceMending group={group} isLookingUp={isLookingUp} onMend={onMend} onRestore={onRestore} />
        ) : (
          <TextMending
            group={group}
            member={member}
            rowName={member === 'AdminMail' ? where : t`«${original}»`}
            onMend={onMend}
            onRestore={onRestore}
          />
        )}
      </Stack>
    </Box>
  );
}
