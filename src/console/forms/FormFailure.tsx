import Alert from '@mui/material/Alert';
import { useEffect, useRef } from 'react';
import { useRefusalSentence } from '#console/ui/refusal-sentence.ts';

/** What went wrong with something that was sent, and what to do; above a long form it takes the focus. */
export function FormFailure({ error, focused = false }: { error: Error; focused?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  const { what, advice } = useRefusalSentence(error);
  return (
    <Alert severity="error" variant="outlined" ref={box} tabIndex={focused ? -1 : undefined}>
      {what}. {advice}
    </Alert>
  );
}
