import { Trans } from '@lingui/react/macro';
import { Failure } from '#console/api/failure.ts';

/** Brings the version that was deployed since; a page with unsaved inputs asks before it is left. */
export function ReloadButton({ error }: { error: Error }) {
  if (!(error instanceof Failure && error.kind === 'outdated')) return null;
  return (
    <button type="button" className="button strong" onClick={() => location.reload()}>
      <Trans>Actualizar</Trans>
    </button>
  );
}
