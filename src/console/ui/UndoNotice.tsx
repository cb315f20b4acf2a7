import { useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import type { UndoProps } from './UndoSnackbar.tsx';
import { whenIdle } from './when-idle.ts';

const snackbar = lazyPart(() => import('./UndoSnackbar.tsx').then((module) => module.UndoSnackbar), {
  floats: true,
});

/** Says that something was done at once, and takes it back by a second write. Its code comes after what it is about. */
export function UndoNotice(props: UndoProps) {
  const [used, setUsed] = useState(false);
  if (props.done !== undefined && !used) setUsed(true);
  useEffect(() => whenIdle(() => void snackbar.preload()), []);
  // oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for what it loads
  return used && <snackbar.Page {...props} />;
}
