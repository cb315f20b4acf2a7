import { useEffect, useState } from 'react';
import { lazyWithRetry } from './lazy-with-retry.tsx';
import type { UndoProps } from './UndoSnackbar.tsx';
import { whenIdle } from './scheduling.ts';

const UndoSnackbar = lazyWithRetry(() => import('./UndoSnackbar.tsx').then((module) => module.UndoSnackbar), {
  floats: true,
});

export function UndoNotice(props: UndoProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.done !== undefined && !wasOpen) setWasOpen(true);
  useEffect(() => whenIdle(() => void UndoSnackbar.preload()), []);
  return wasOpen && <UndoSnackbar {...props} />;
}
