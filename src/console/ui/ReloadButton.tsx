import { Trans } from '@lingui/react/macro';
import { Failure } from '#console/api/failure.ts';

export function ReloadButton({ error }: { error: Error }) {
  if (!(error instanceof Failure && error.kind === 'outdated')) return null;
  return (
    <button type="button" className="button strong" onClick={() => location.reload()}>
      <Trans>Actualizar</Trans>
    </button>
  );
}
