import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { StatusChip } from '#console/ui/StatusChip.tsx';
import type { FaultGroup } from './check-rows.ts';
import type { Values } from './checked-value.ts';
import { useInviteManyText } from './invite-many-text.ts';
import type { Member } from './members.ts';
import { listAlternatives } from './normalize-value.ts';

interface Props {
  group: FaultGroup;
  member: Member;
  rowName: string;
  onMend: (values: Values) => void;
  onRestore: () => void;
}

export function TextMending({ group, member, rowName, onMend, onRestore }: Props) {
  const { t } = useLingui();
  const text = useInviteManyText();
  const { value, kind, isMended, given } = group;
  const [draft, setDraft] = useState(value);
  const memberName = text.member[member];
  const isFaulty = isMended && kind !== undefined;
  const apply = () => {
    if (draft.trim() !== value) onMend({ [member]: draft.trim() });
  };
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'start', gap: 1 }}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        size="small"
        value={draft}
        error={isFaulty}
        helperText={isFaulty && text.fault(member, kind)}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={apply}
        slotProps={{ htmlInput: { 'aria-label': `${memberName}, ${rowName}`, autoComplete: 'off' } }}
        sx={{ flex: '1 1 220px', maxWidth: { sm: 420 } }}
      />
      {isMended && kind === undefined ? (
        <>
          <StatusChip tone="good">
            {value === '' ? <Trans>Se deja vacío</Trans> : <Trans>Corregido</Trans>}
          </StatusChip>
          <Button
            size="small"
            color="inherit"
            aria-label={t`Deshacer la corrección de ${memberName}, ${rowName}`}
            onClick={() => {
              onRestore();
              setDraft(given);
            }}
          >
            <Trans>Deshacer</Trans>
          </Button>
        </>
      ) : (
        <>
          {listAlternatives(member, given).map((alternative) => (
            <Button
              key={alternative}
              size="small"
              variant="outlined"
              onClick={() => {
                onMend({ [member]: alternative });
                setDraft(alternative);
              }}
            >
              <bdi>{alternative}</bdi>
            </Button>
          ))}
          <Button size="small" type="submit" variant="outlined">
            <Trans>Corregir</Trans>
          </Button>
          {member !== 'AdminMail' && (
            <Button
              size="small"
              color="inherit"
              aria-label={t`Dejar vacío: ${memberName}, ${rowName}`}
              onClick={() => {
                onMend({ [member]: '' });
                setDraft('');
              }}
            >
              <Trans>Dejar vacío</Trans>
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}
