import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useEffectEvent } from 'react';
import { MuiRoot } from './MuiRoot.tsx';

const SHOWN_MS = 10_000;
/** Where there is room for one pane, that has a bar at the bottom. */
const ABOVE_BAR = 'calc(72px + env(safe-area-inset-bottom))';
/** The narrowest card beside a list is wider. */
const WIDEST_PX = 420;

export interface UndoProps {
  /** Of what was done: another one with the same words is shown anew. */
  id?: string | undefined;
  /** What was done; none: nothing to say. */
  done: string | undefined;
  onUndo?: (() => void) | undefined;
  onClose: () => void;
}

/** Closes the notice on the screen. */
let closeShown: (() => void) | undefined;

/** The MUI half of `UndoNotice`. A new notice closes the one before it, which would cover it. */
export function UndoSnackbar({ id, done, onUndo, onClose }: UndoProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (done === undefined) return undefined;
    const closeThis = () => close();
    closeShown?.();
    closeShown = closeThis;
    return () => {
      if (closeShown === closeThis) closeShown = undefined;
    };
  }, [done]);
  return (
    <MuiRoot>
      <Snackbar
        key={id ?? done}
        open={done !== undefined}
        autoHideDuration={SHOWN_MS}
        // A click elsewhere is no answer to it, and Escape is for what is open.
        onClose={(_event, reason) => reason === 'timeout' && onClose()}
        message={done}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        sx={{
          // Below menus and dialogs, which it is not about.
          zIndex: 'appBar',
          maxWidth: { sm: WIDEST_PX },
          '@media (max-width: 1099px)': {
            bottom: ABOVE_BAR,
            // It would cover what is being chosen from.
            'body:has([data-choice]) &': { visibility: 'hidden' },
          },
        }}
        action={
          onUndo && (
            <Button color="inherit" size="small" onClick={onUndo}>
              <Trans>Deshacer</Trans>
            </Button>
          )
        }
      />
    </MuiRoot>
  );
}
