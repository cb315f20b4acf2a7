import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { useReasonCounts } from '#console/jobs/row-reason.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import type { Selection } from './selection-store.ts';

interface FailedRowsProps {
  result: NonNullable<Selection['result']>;
  onUndo: (() => void) | undefined;
}

export function FailedRows({ result: { job, codes }, onUndo }: FailedRowsProps) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const getReasonCounts = useReasonCounts();
  const [failed, all] = [job.failed, job.rows].map((count) => format.number(count));
  return (
    <div className="failure" role="alert">
      <p>
        <b>
          {job.kind === 'undo'
            ? t`${plural(job.failed, { one: `# de ${all} no se pudo deshacer.`, other: `${failed} de ${all} no se pudieron deshacer.` })}`
            : t`${plural(job.failed, { one: `# de ${all} no cambió, y sigue elegida.`, other: `${failed} de ${all} no cambiaron, y siguen elegidas.` })}`}
        </b>
      </p>
      <ul>
        {getReasonCounts(codes, job.change?.kind).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {onUndo && (
        <button type="button" className="button quiet" onClick={onUndo}>
          {t`${plural(job.done, { one: 'Deshacer la que cambió', other: 'Deshacer las # que cambiaron' })}`}
        </button>
      )}
      <Link className="button quiet" to={paths.job(job.id, 'filas=failed')}>
        <Trans>Ver la tarea</Trans>
      </Link>
      <HelpLink topic="bulk" />
    </div>
  );
}
