import ClickAwayListener from '@mui/material/ClickAwayListener';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import type { ReactNode } from 'react';
import { MuiRoot } from '#console/ui/MuiRoot.tsx';

interface Props {
  anchor: HTMLElement;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

function focusFirstControl(popover: HTMLElement | null): void {
  popover?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
}

/** The popover is not modal, so that the list behind it stays usable. */
export function FilterPopover({ anchor, label, onClose, children }: Props) {
  const close = () => {
    onClose();
    anchor.focus();
  };
  return (
    <MuiRoot>
      <ClickAwayListener
        // The blur of a field applies its text before `mouseup`; touches fire mouse events, too.
        mouseEvent="onMouseUp"
        touchEvent={false}
        onClickAway={({ target }) => {
          if (!anchor.contains(target as Node)) onClose();
        }}
      >
        <Popper open anchorEl={anchor} placement="bottom-start" sx={{ zIndex: 'modal' }}>
          <Paper
            ref={focusFirstControl}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Popper places it
            role="dialog"
            aria-label={label}
            elevation={8}
            sx={{
              p: 2,
              mt: 0.5,
              width: 'min(340px, calc(100vw - 24px))',
              border: 1,
              borderColor: 'divider',
              '& input': { boxSizing: 'border-box', height: 'var(--touch)' },
              '& button': { minWidth: 'var(--touch)', minHeight: 'var(--touch)' },
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
          >
            {children}
          </Paper>
        </Popper>
      </ClickAwayListener>
    </MuiRoot>
  );
}
