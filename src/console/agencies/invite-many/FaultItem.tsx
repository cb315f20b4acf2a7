import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Caption } from '#console/ui/Caption.tsx';
import type { FaultGroup } from './check-rows.ts';
import type { Values } from './checked-value.ts';
import { PlaceMending } from './PlaceMending.tsx';
import { TextMending } from './TextMending.tsx';

const SHOWN_ROWS = 6;

interface Props {
  group: FaultGroup;
  name: string;
  isLookingUp: boolean;
  onMend: (values: Values) => void;
  onRestore: () => void;
}

export function FaultItem({ group, name, isLookingUp, onMend, onRestore }: Props) {
  const { t } = useLingui();
  const { member, given, province, rows } = group;
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
        {given === '' ? <Trans>Sin dato</Trans> : <bdi>{given}</bdi>}
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
            rowName={member === 'AdminMail' ? where : t`«${given}»`}
            onMend={onMend}
            onRestore={onRestore}
          />
        )}
      </Stack>
    </Box>
  );
}
