import { Trans, useLingui } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';

interface Props {
  of: string;
  children: ReactNode;
}

export function Definition({ of, children }: Props) {
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t`Cómo se cuenta: ${of}`;
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={label}
        data-print="hidden"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        sx={{ color: 'text.secondary', fontWeight: 400 }}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Trans>Cómo se cuenta</Trans>
      </Button>
      <Popover
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { p: 2, maxWidth: 340, border: 1, borderColor: 'divider' },
          },
        }}
      >
        <Typography variant="body2">{children}</Typography>
      </Popover>
    </>
  );
}
