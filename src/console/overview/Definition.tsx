import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PopoverButton } from '#console/ui/PopoverButton.tsx';

interface Props {
  of: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Definition({ of, actions, children }: Props) {
  const { t } = useLingui();
  return (
    <PopoverButton
      label={t`Cómo se cuenta: ${of}`}
      text={<Trans>Cómo se cuenta</Trans>}
      size="small"
      width={340}
      sx={{ color: 'text.secondary', fontWeight: 400 }}
    >
      <Stack spacing={2} sx={{ alignItems: 'start' }}>
        <Typography variant="body2">{children}</Typography>
        {actions}
      </Stack>
    </PopoverButton>
  );
}
