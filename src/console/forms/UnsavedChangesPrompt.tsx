import { Trans, useLingui } from '@lingui/react/macro';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog, useConfirmDialogPreload } from '#console/forms/ConfirmDialog.tsx';

export function UnsavedChangesPrompt({ hasUnsavedChanges }: { hasUnsavedChanges: boolean }) {
  useConfirmDialogPreload();
  const { t } = useLingui();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      hasUnsavedChanges && (from.pathname !== to.pathname || from.search !== to.search),
  );
  useBeforeUnload((event) => {
    if (hasUnsavedChanges) event.preventDefault();
  });
  return (
    blocker.state === 'blocked' && (
      <ConfirmDialog
        title={t`¿Salir sin guardar?`}
        action={t`Salir sin guardar`}
        keepLabel={t`Seguir editando`}
        pending={false}
        failure={null}
        onClose={blocker.reset}
        onConfirm={blocker.proceed}
      >
        <Trans>Lo que escribiste en esta página se pierde.</Trans>
      </ConfirmDialog>
    )
  );
}
