import { useEffect } from 'react';
import type { ConfirmProps } from './ConfirmModal.tsx';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { whenIdle } from '#console/ui/scheduling.ts';

const ConfirmModal = lazyWithRetry(() => import('./ConfirmModal.tsx').then((module) => module.ConfirmModal), {
  floats: true,
});

export function ConfirmDialog(props: ConfirmProps) {
  return <ConfirmModal {...props} />;
}

export function useConfirmDialogPreload(): void {
  useEffect(() => whenIdle(() => void ConfirmModal.preload()), []);
}
