import { useEffect } from 'react';
import type { ConfirmProps } from './ConfirmModal.tsx';
import { lazyPart } from './lazy-part.tsx';
import { whenIdle } from './when-idle.ts';

const modal = lazyPart(() => import('./ConfirmModal.tsx').then((module) => module.ConfirmModal), {
  floats: true,
});

/** Asks before what cannot simply be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  // oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for what it loads
  return <modal.Page {...props} />;
}

/** Has the dialog here, after what is shown first, before it is asked for. */
export function useConfirmDialogSoon(): void {
  useEffect(() => whenIdle(() => void modal.preload()), []);
}
