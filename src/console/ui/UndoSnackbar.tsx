import { Trans } from '@lingui/react/macro';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useEffect, useEffectEvent } from 'react';
import { MuiRoot } from './MuiRoot.tsx';

const SHOWN_MS = 10_000;
const OPEN_EVENT = 'vitrina-undo-open';
const ABOVE_BAR = 'calc(72px + env(safe-area-inset-bottom))';
const MAX_WIDTH_PX = 420;

export interface UndoProps {
  id?: string | undefined;
  done: string | undefined;
  onUndo?: (() => void) | undefined;
  onClose: () => void;
}

export function UndoSnackbar({ id, done, onUndo, onClose }: UndoProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (done === undefined) return undefined;
    dispatchEvent(new Event(OPEN_EVENT));
    addEventListener(OPEN_EVENT, close);
    return () => removeEventListener(OPEN_EVENT, close);
  }, [done]);
  return (
    <MuiRoot>
      <Snackbar
        key={id ?? done}
        open={done !== undefined}
        autoHideDuration={SHOWN_MS}
        onClose={(_event, reason) => reason === 'timeout' && onClose()}
        message={done}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        sx={{
          zIndex: 'appBar',
          maxWidth: { sm: MAX_WIDTH_PX },
          '@media (max-width: 1099px)': {
            bottom: ABOVE_BAR,
            // The notice would cover the open list of choices.
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
