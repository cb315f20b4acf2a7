import { useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import type { UndoProps } from './UndoSnackbar.tsx';
import { whenIdle } from './when-idle.ts';

const snackbar = lazyPart(() => import('./UndoSnackbar.tsx').then((module) => module.UndoSnackbar), {
  floats: true,
});

/** Notice of a completed change, with undo. Its MUI code is loaded when idle. */
export function UndoNotice(props: UndoProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.done !== undefined && !wasOpen) setWasOpen(true);
  useEffect(() => whenIdle(() => void snackbar.preload()), []);
  // oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for what it loads
  return wasOpen && <snackbar.Page {...props} />;
}
