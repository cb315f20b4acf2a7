import { useEffect } from 'react';
import type { ConfirmProps } from './ConfirmModal.tsx';
import { lazyPart } from './lazy-part.tsx';
import { whenIdle } from './when-idle.ts';

const modal = lazyPart(() => import('./ConfirmModal.tsx').then((module) => module.ConfirmModal), {
  floats: true,
});

/** Confirmation of a change that cannot be undone. */
export function ConfirmDialog(props: ConfirmProps) {
  // oxlint-disable-next-line react/jsx-props-no-spreading -- it stands for what it loads
  return <modal.Page {...props} />;
}

/** Preloads the dialog's code when idle. */
export function useConfirmDialogPreload(): void {
  useEffect(() => whenIdle(() => void modal.preload()), []);
}
