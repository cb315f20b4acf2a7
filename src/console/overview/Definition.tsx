import { useLingui } from '@lingui/react/macro';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { IconAction } from '#console/ui/IconAction.tsx';
import { InfoIcon } from '#console/ui/icons.tsx';

interface Props {
  of: string;
  children: ReactNode;
}

export function Definition({ of, children }: Props) {
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = t`Qué cuenta: ${of}`;
  return (
    <>
      <IconAction
        label={label}
        data-print="hidden"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        sx={{ color: 'text.secondary', '& svg': { width: 16, height: 16 } }}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <InfoIcon />
      </IconAction>
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
