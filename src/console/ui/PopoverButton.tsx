import Button, { type ButtonProps } from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';

interface Props extends Pick<ButtonProps, 'variant' | 'endIcon' | 'size' | 'sx'> {
  label: string;
  text?: ReactNode;
  width: number;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function PopoverButton({ label, text = label, width, children, ...button }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        color="inherit"
        {...button}
        aria-label={label}
        data-print="hidden"
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {text}
      </Button>
      <Popover
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { p: 2, width, border: 1, borderColor: 'divider' },
          },
        }}
      >
        {typeof children === 'function' ? children(close) : children}
      </Popover>
    </>
  );
}
