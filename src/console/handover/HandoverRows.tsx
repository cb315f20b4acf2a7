import { Trans, useLingui } from '@lingui/react/macro';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import type { HandoverRow } from '#contract/desk/handover.ts';
import { findReturnDay } from '#contract/handover.ts';
import { STATUS_NAMES } from '#console/inquiries/figure-names.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './HandoverPage.module.css';

interface Props {
  rows: readonly HandoverRow[];
  readAt: number;
}

export function HandoverRows({ rows, readAt }: Props) {
  const { t } = useLingui();
  return (
    <ol className={css.rows}>
      {rows.map(({ note, ...row }) => (
        <li key={row.sid} className={css.row}>
          <p>
            <Link
              component={RouterLink}
              to={paths.inquiry(row.adminMail, row.sid, `agencia=${encodeURIComponent(row.adminMail)}`)}
              underline="hover"
            >
              {row.buyer || t`Sin nombre`}
            </Link>
            {row.contacts.map((contact) => (
              <span key={contact} className={css.soft}>
                {' · '}
                {contact}
              </span>
            ))}
            <br />
            {row.vehicle}
          </p>
          <HandoverState row={row} readAt={readAt} />
          <p className={css.soft} dir="auto">
            {note?.isPinned && <Trans>Fijada: </Trans>}
            {note?.text}
          </p>
        </li>
      ))}
    </ol>
  );
}

function HandoverState({ row, readAt }: { row: Omit<HandoverRow, 'note'>; readAt: number }) {
  const { t, i18n } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats();
  const { kind, dueAt, returnsAt } = row;
  const since = format.moment(row.at);
  const due = format.moment(dueAt ?? 0);
  const until = format.moment(returnsAt ?? 0);
  const isLate = kind === 'waiting' && dueAt !== null && dueAt <= readAt;
  const returns = { today: t`vuelve hoy, ${until}`, tomorrow: t`vuelve mañana, ${until}` };
  const day = findReturnDay(row, readAt, timeZone);
  return (
    <p>
      <Trans>desde {since}</Trans>
      <br />
      {kind === 'promised' && (day ? <b>{returns[day]}</b> : <Trans>vuelve el {until}</Trans>)}
      {kind === 'waiting' && dueAt !== null && (
        <span className={isLate ? css.late : undefined}>
          {isLate ? <Trans>tarde: vencía {due}</Trans> : <Trans>vence {due}</Trans>}
        </span>
      )}
      {kind === 'waiting' && returnsAt !== null && (
        <span>
          {' '}
          <Trans>volvió {until}</Trans>
        </span>
      )}
      {row.status !== 'new' && <span className={css.soft}> {i18n._(STATUS_NAMES[row.status])}</span>}
    </p>
  );
}
